//! The offline world: repository metadata, archives and a warmed cache made from recorded facts.
