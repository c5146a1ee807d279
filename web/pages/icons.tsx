const PATHS = {
  lock: 'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V7.5a4 4 0 0 1 8 0v3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  alert: 'M12 7.5v5.5M12 16.5v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  search: 'M15.5 15.5L20 20M17.5 10.5a7 7 0 1 1-14 0 7 7 0 0 1 14 0z',
  copy: 'M9 9h9.5a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5.5 15h-1a1 1 0 0 1-1-1V4.5a1 1 0 0 1 1-1H14a1 1 0 0 1 1 1v1',
  print:
    'M7 8.5V3.5h10v5M7 17H4.5a1 1 0 0 1-1-1v-6a1.5 1.5 0 0 1 1.5-1.5h14a1.5 1.5 0 0 1 1.5 1.5v6a1 1 0 0 1-1 1H17M7 14h10v6.5H7z',
  phone: 'M8 2.5h8a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1zM11 18.5h2',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative drawing beside words that say the same. */
export function Drawing({ path, size }: { path: string; size: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A drawing by its name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <Drawing path={PATHS[name]} size={size} />;
}
