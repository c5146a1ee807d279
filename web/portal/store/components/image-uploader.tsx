import { FILE_MAXIMUM_BYTES, PHOTO_FILES } from '@daftar/contract/files';
import { PRODUCT_IMAGES_AT_ONCE, PRODUCT_IMAGES_MAXIMUM } from '@daftar/contract/product-forms';
import { ActionIcon, Progress } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { UploadField } from '../../../ui/upload-field.tsx';
import { formatMegabytes } from '../../../ui/upload-rules.ts';
import classes from './image-uploader.module.css';
import { type Picture, roomFor, type usePictures } from './pictures.ts';

interface ImageUploaderProps {
  images: ReturnType<typeof usePictures>;
  error?: ReactNode;
}

/** A product's pictures: chosen or dropped, uploaded with progress, moved and removed. The first is the main one. */
export function ImageUploader({ images, error }: ImageUploaderProps) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const { pictures } = images;
  return (
    <UploadField
      label={t('image.title')}
      required
      description={t('image.help', {
        count: PRODUCT_IMAGES_AT_ONCE,
        once: formatNumber(PRODUCT_IMAGES_AT_ONCE, locale),
        all: formatNumber(PRODUCT_IMAGES_MAXIMUM, locale),
        megabytes: formatMegabytes(FILE_MAXIMUM_BYTES, locale),
      })}
      error={error}
      rule={PHOTO_FILES}
      maximumBytes={FILE_MAXIMUM_BYTES}
      room={roomFor(pictures.length)}
      leftOut={t('image.leftOut')}
      layout="tiles"
      action={t('image.add')}
      icon={IconPhotoPlus}
      onFiles={images.add}
    >
      {pictures.length > 0 && (
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
        </ol>
      )}
    </UploadField>
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
