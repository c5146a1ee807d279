/** An Egyptian mobile number as it is stored, as people read it: `01001234567` → `+20 100 123 4567`. */
export function formatMobile(mobile: string): string {
  return mobile.replace(/^0(\d{3})(\d{3})(\d{4})$/, '+20 $1 $2 $3');
}

/** A mobile number that keeps its direction, and dials where there is something to dial with. */
export function Mobile({ value, link = false }: { value: string; link?: boolean }) {
  const text = <bdi dir="ltr">{formatMobile(value)}</bdi>;
  return link ? <a href={`tel:${value.replace(/^0/, '+20')}`}>{text}</a> : text;
}
