//! PHP itself: finding it, probing the platform, running scripts.
