//! Following what each thread is at, without counting anything.

use crate::centre::Centre;

/// Is told the name of the innermost open centre of the thread that it runs on, each time that
/// changes; an empty one where no span is open.
pub type Follow = fn(&'static str);

/// The spans that are open on one thread. Fine ones are passed over.
pub(crate) struct Follower {
    follow: Follow,
    /// A name for each open span; none for one that is passed over.
    open: Vec<Option<&'static str>>,
}

impl Follower {
    pub(crate) fn new(follow: Follow) -> Self {
        let open = Vec::new();
        Self { follow, open }
    }

    pub(crate) fn enter(&mut self, centre: &'static Centre) {
        let name = (!centre.fine).then_some(centre.place.name);
        self.open.push(name);
        if let Some(name) = name {
            (self.follow)(name);
        }
    }

    pub(crate) fn leave(&mut self) {
        if self.open.pop().flatten().is_some() {
            let around = self.open.iter().rev().find_map(|name| *name);
            (self.follow)(around.unwrap_or_default());
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.open.is_empty()
    }
}
