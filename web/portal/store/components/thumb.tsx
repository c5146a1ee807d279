import { IconPhoto } from '@tabler/icons-react';
import classes from './thumb.module.css';

/** A product's small picture, or a placeholder. */
export function Thumb({ url, size = 44 }: { url: string | null | undefined; size?: number }) {
  const style = { inlineSize: size, blockSize: size };
  return url ? (
    <img
      className={classes.thumb}
      style={style}
      src={`${url}?size=small`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
    />
  ) : (
    <span className={classes.thumb} style={style} aria-hidden>
      <IconPhoto size={size / 2} stroke={1.5} />
    </span>
  );
}
