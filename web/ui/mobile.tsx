/** Formats a stored Egyptian mobile number: `01001234567` → `+20 100 123 4567`. */
export function formatMobile(mobile: string): string {
  return mobile.replace(/^0(\d{3})(\d{3})(\d{4})$/, '+20 $1 $2 $3');
}

/** Renders a mobile number left to right; as a `tel:` link if a link class is given. */
export function Mobile({ value, link }: { value: string; link?: string }) {
  const text = <bdi dir="ltr">{formatMobile(value)}</bdi>;
  if (link === undefined) return text;
  return (
    <a href={`tel:${value.replace(/^0/, '+20')}`} className={link}>
      {text}
    </a>
  );
}
