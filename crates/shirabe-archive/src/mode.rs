//! The permissions that an entry asks for.

use zip::System;

/// Permissions of a file or folder to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// What the system gives a new file or folder: everything but what the umask takes.
    Default,
    /// Everything in these bits but what the umask takes.
    Masked(u32),
    /// These bits, whatever the umask.
    Exact(u32),
}

const PERMISSIONS: u32 = 0o777;

impl Mode {
    /// The rule of Info-ZIP's `unzip`, with which Composer unpacks: modes of Unix are taken as they are (without
    /// set-user-id, set-group-id and the sticky bit); archives made elsewhere have but a read-only flag, unless what
    /// stands where Unix has its modes agrees with it.
    pub(crate) fn from_zip(system: System, attributes: u32, folder: bool) -> Self {
        const READ_ONLY: u32 = 0x01;
        const FOLDER: u32 = 0x10;
        let unix = attributes >> 16;
        let bits = unix & PERMISSIONS;
        if system == System::Unix {
            return Self::exact(bits);
        }
        let writable = attributes & READ_ONLY == 0;
        let folder = folder || attributes & FOLDER != 0;
        let owner = 0o4 | if writable { 0o2 } else { 0 } | u32::from(folder);
        if system == System::Dos && unix != 0 && (bits >> 6) == owner {
            return Self::exact(bits);
        }
        if writable {
            Self::Default
        } else {
            Self::Masked(owner << 6 | owner << 3 | owner)
        }
    }

    /// PHP's `PharData`, with which Composer unpacks tar files, gives files the mode of the archive and folders the
    /// system's.
    pub(crate) fn from_tar(mode: u32) -> Self {
        Self::exact(mode & PERMISSIONS)
    }

    /// An entry without any permission was written by a program that knows of none: nobody could read the file.
    fn exact(bits: u32) -> Self {
        if bits == 0 {
            Self::Default
        } else {
            Self::Exact(bits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unix_modes_are_exact_without_special_bits() {
        assert_eq!(
            Mode::from_zip(System::Unix, 0o100755 << 16, false),
            Mode::Exact(0o755)
        );
        assert_eq!(
            Mode::from_zip(System::Unix, 0o104755 << 16, false),
            Mode::Exact(0o755)
        );
        assert_eq!(
            Mode::from_zip(System::Unix, 0o100600 << 16, false),
            Mode::Exact(0o600)
        );
        assert_eq!(Mode::from_zip(System::Unix, 0, false), Mode::Default);
    }

    #[test]
    fn dos_has_a_read_only_flag() {
        assert_eq!(Mode::from_zip(System::Dos, 0, false), Mode::Default);
        assert_eq!(Mode::from_zip(System::Dos, 0x10, true), Mode::Default);
        assert_eq!(Mode::from_zip(System::Dos, 1, false), Mode::Masked(0o444));
        assert_eq!(
            Mode::from_zip(System::Dos, 0o100600 << 16, false),
            Mode::Exact(0o600)
        );
        assert_eq!(
            Mode::from_zip(System::Dos, 0o100755 << 16, false),
            Mode::Default
        );
        assert_eq!(
            Mode::from_zip(System::WindowsNTFS, 0o100755 << 16, false),
            Mode::Default
        );
    }
}
