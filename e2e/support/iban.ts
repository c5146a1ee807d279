let made = 0;

/** A valid Egyptian IBAN that no other journey uses, because ours are registered once. */
export function newIban(): string {
  made += 1;
  const account = `${Date.now()}${process.pid}${made}`.slice(-17).padStart(17, '0');
  const number = `00190005${account}`;
  const check = 98n - (BigInt(`${number}141600`) % 97n);
  return `EG${String(check).padStart(2, '0')}${number}`;
}
