/** Masks contact data on public pages: enough to recognize it, too little to use it. */

/** 01001234567 → 010••••4567. */
export function maskMobile(mobile: string): string {
  return mobile.length < 8 ? mobile : `${mobile.slice(0, 3)}••••${mobile.slice(-4)}`;
}

/** mona@example.com → m•••@example.com. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? email : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
