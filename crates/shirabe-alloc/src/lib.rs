//! The allocators that a build of Shirabe can choose.
