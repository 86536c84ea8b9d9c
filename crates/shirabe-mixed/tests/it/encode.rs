use shirabe_mixed::json::{
    EncodeOptions, Indent, MAX_ENCODE_NESTING, decode_keeping_objects, encode,
};
use shirabe_mixed::{JsonError, PhpMixed};

const DOCUMENT: &str = r#"{"name":"a/b","é":["\u2028\u2029😀","\u0001\u007f\b\f\n\r\t\"\\<>&'"],
    "none":{},"empty":[],"deep":[[{"x":[null,true,false]}]],"0":1}"#;

fn print(options: &EncodeOptions) -> String {
    let document = decode_keeping_objects(DOCUMENT.as_bytes()).expect("JSON");
    encode(&document, options).expect("encodable")
}

#[test]
fn pretty() {
    insta::assert_snapshot!(print(&EncodeOptions::pretty()));
}

#[test]
fn pretty_with_tabs() {
    insta::assert_snapshot!(print(&EncodeOptions::pretty_with(Indent::tab())));
}

#[test]
fn compact() {
    insta::assert_snapshot!(print(&EncodeOptions::compact()));
}

#[test]
fn floats_have_the_fewest_digits() {
    for (float, text) in [
        (1.0, "1"),
        (-0.0, "-0"),
        (0.1 + 0.2, "0.30000000000000004"),
        (0.0001, "0.0001"),
        (0.00012345, "0.00012345"),
        (0.00001, "1.0e-5"),
        (0.000015, "1.5e-5"),
        (1e15, "1000000000000000"),
        (1e16, "10000000000000000"),
        (12345678901234567.0, "12345678901234568"),
        (1e17, "1.0e+17"),
        (123456789012345678.0, "1.2345678901234568e+17"),
        (1.5e300, "1.5e+300"),
        (f64::MAX, "1.7976931348623157e+308"),
        (f64::from_bits(1), "5.0e-324"),
        (-1234.5, "-1234.5"),
    ] {
        assert_eq!(
            encode(&float.into(), &EncodeOptions::compact()).as_deref(),
            Ok(text)
        );
    }
    for float in [f64::INFINITY, f64::NAN] {
        let error = encode(&vec![float].into(), &EncodeOptions::pretty());
        assert_eq!(error, Err(JsonError::NotFinite));
    }
}

#[test]
fn depth_is_phps() {
    let nested = |depth| (1..depth).fold(PhpMixed::List(vec![]), |inner, _| vec![inner].into());
    assert!(encode(&nested(MAX_ENCODE_NESTING), &EncodeOptions::compact()).is_ok());
    assert_eq!(
        encode(&nested(MAX_ENCODE_NESTING + 1), &EncodeOptions::compact()),
        Err(JsonError::EncodeTooDeep)
    );
}
