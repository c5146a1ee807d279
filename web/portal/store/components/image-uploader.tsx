import { PRODUCT_IMAGES_AT_ONCE, PRODUCT_IMAGES_MAXIMUM } from '@daftar/contract/products';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { notify } from '../../shared/notify.ts';
import classes from './image-uploader.module.css';
import { type Picture, roomFor, type usePictures } from './pictures.ts';

interface ImageUploaderProps {
  images: ReturnType<typeof usePictures>;
  error?: ReactNode;
}

const ACCEPTED = '.png,.jpg,.jpeg,image/png,image/jpeg';

/** The pictures of a product: chosen or dropped, shown with their progress, moved and removed. The first is the face. */
export function ImageUploader({ images, error }: ImageUploaderProps) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const errorId = useId();
  const [over, setOver] = useState(false);
  const { pictures } = images;
  const room = roomFor(pictures.length);
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    images.add(chosen);
    if (chosen.length > room) notify.error(t('image.leftOut'));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <fieldset className={classes.whole} aria-describedby={`${helpId} ${errorId}`}>
      <legend className={classes.legend}>
        {t('image.title')}
        <span className={classes.needed} aria-hidden>
          {' *'}
        </span>
      </legend>
      <p id={helpId} className={classes.help}>
        {t('image.help', {
          count: PRODUCT_IMAGES_AT_ONCE,
          once: formatNumber(PRODUCT_IMAGES_AT_ONCE, locale),
          all: formatNumber(PRODUCT_IMAGES_MAXIMUM, locale),
        })}
      </p>
      <ol className={classes.list} aria-label={t('image.title')}>
        {pictures.map((picture, index) => (
          <Item
            key={picture.key}
            picture={picture}
            number={index + 1}
            isLast={index === pictures.length - 1}
            images={images}
          />
        ))}
        {room > 0 && (
          <li
            className={classes.add}
            data-over={over || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <Button
              variant="subtle"
              classNames={{ root: classes.addButton ?? '', label: classes.addWords ?? '' }}
              leftSection={<IconPhotoPlus size={20} aria-hidden />}
              onClick={() => input.current?.click()}
              data-error={error ? true : undefined}
              aria-describedby={`${helpId} ${errorId}`}
            >
              {t('image.add')}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              accept={ACCEPTED}
              aria-label={t('image.add')}
              onChange={(event) => {
                take(event.currentTarget.files);
                event.currentTarget.value = '';
              }}
            />
          </li>
        )}
      </ol>
      <p id={errorId} className={classes.error} role="alert">
        {error}
      </p>
    </fieldset>
  );
}

interface ItemProps {
  picture: Picture;
  number: number;
  isLast: boolean;
  images: ReturnType<typeof usePictures>;
}

function Item({ picture, number, isLast, images }: ItemProps) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const name = { number: formatNumber(number, locale) };
  const { progress } = picture;
  return (
    <li className={classes.item}>
      {progress === null ? (
        <img className={classes.picture} src={picture.shown} alt={t('image.one', name)} />
      ) : (
        <div className={classes.picture}>
          <span role="status">{formatPercent(Math.floor(progress * 100), locale)}</span>
          <Progress
            className={classes.progress}
            value={progress * 100}
            aria-label={t('image.sending', name)}
          />
        </div>
      )}
      {number === 1 && <span className={classes.face}>{t('image.first')}</span>}
      <div className={classes.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('image.earlier', name)}
          disabled={number === 1}
          onClick={() => images.move(picture.key, -1)}
        >
          <IconArrowLeft size={16} aria-hidden className="daftar-flip" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('image.later', name)}
          disabled={isLast}
          onClick={() => images.move(picture.key, 1)}
        >
          <IconArrowRight size={16} aria-hidden className="daftar-flip" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('image.remove', name)}
          onClick={() => images.remove(picture)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
