/** None of the given secrets decrypts the root secret of this database. */
export class WrongSecret extends Error {
  constructor() {
    super(
      'DAFTAR_SECRET is not a secret of this database: set it to the one in force, or give that one as DAFTAR_SECRET_OTHER.',
    );
  }
}
