//! Inflating whole entries, without a decompressor set up anew for each.

use libdeflater::{Crc, Decompressor};
use shirabe_callgraph::{centre, enter};

/// Unpacks raw deflate data (RFC 1951) into a buffer that is used again and again.
pub(crate) struct Inflater {
    decompressor: Decompressor,
    buffer: Vec<u8>,
}

impl Inflater {
    pub(crate) fn new() -> Self {
        Self {
            decompressor: Decompressor::new(),
            buffer: Vec::new(),
        }
    }

    /// `data`, which must unpack to exactly `size` bytes.
    pub(crate) fn inflate(&mut self, data: &[u8], size: usize) -> Result<&[u8], String> {
        let _span = enter(centre!("inflate"));
        if self.buffer.len() < size {
            self.buffer.resize(size, 0);
        }
        let space = &mut self.buffer[..size];
        let written =
            self.decompressor
                .deflate_decompress(data, space)
                .map_err(|error| match error {
                    libdeflater::DecompressionError::BadData => {
                        "the compressed data are invalid".to_owned()
                    }
                    libdeflater::DecompressionError::InsufficientSpace => {
                        format!("it unpacks to more than the {size} bytes that the archive states")
                    }
                })?;
        if written != size {
            return Err(format!(
                "it unpacks to {written} bytes where the archive states {size}"
            ));
        }
        Ok(&self.buffer[..size])
    }
}

/// The CRC-32 of `bytes` as zip has it.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
