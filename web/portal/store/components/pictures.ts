import { PRODUCT_IMAGES_AT_ONCE, PRODUCT_IMAGES_MAXIMUM } from '@daftar/contract/product-forms';
import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../../../ui/errors.ts';
import { discardPicture, uploadPicture } from '../api.ts';

/** A picture of the form: stored already, or being uploaded. */
export interface Picture {
  key: string;
  /** Its URL; a local one until it is uploaded. */
  shown: string;
  /** What the form sends: a URL for a stored one, a path for an upload. */
  sent: { url: string } | { path: string } | null;
  /** From 0 to 1 during the upload; null afterwards. */
  progress: number | null;
}

/** The stored pictures of a product. */
export const keptPictures = (urls: readonly string[]): Picture[] =>
  urls.map((url) => ({ key: url, shown: `${url}?size=small`, sent: { url }, progress: null }));

/** The form's fields for pictures. */
export function fieldsOf(pictures: readonly Picture[]) {
  const names = pictures.flatMap(({ sent }) => (sent ? [sent] : []));
  const paths = names.flatMap((name) => ('path' in name ? [name.path] : []));
  const urls = names.flatMap((name) => ('url' in name ? [name.url] : []));
  return {
    product_images: paths,
    product_images_url: urls,
    images_order: names.map((name) => ('path' in name ? name.path : name.url)),
  };
}

/** How many more can be chosen. */
export const roomFor = (count: number) =>
  Math.max(0, Math.min(PRODUCT_IMAGES_AT_ONCE, PRODUCT_IMAGES_MAXIMUM - count));

let serial = 0;

/** The pictures of a form: uploading, moving, removing. `onFail` is called once per failed choice. */
export function usePictures(initial: readonly Picture[], onFail: (error: unknown) => void) {
  const [pictures, setPictures] = useState<readonly Picture[]>(initial);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);
  const change = (key: string, part: Partial<Picture>) =>
    setPictures((now) => now.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const drop = (key: string) => setPictures((now) => now.filter((each) => each.key !== key));

  const send = async (key: string, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const { path, url } = await uploadPicture(file, {
        signal: controller.signal,
        onProgress: (progress) => change(key, { progress: Math.min(progress, 0.99) }),
      });
      change(key, { sent: { path }, shown: `${url}?size=small`, progress: null });
    } catch (error) {
      drop(key);
      if (!isAbort(error)) onFail(error);
    } finally {
      running.current.delete(key);
    }
  };

  return {
    pictures,
    isSending: pictures.some(({ progress }) => progress !== null),
    add: (files: readonly File[]) => {
      for (const file of files.slice(0, roomFor(pictures.length))) {
        serial += 1;
        const key = `new-${serial}`;
        setPictures((now) => [...now, { key, shown: '', sent: null, progress: 0 }]);
        void send(key, file);
      }
    },
    remove: (picture: Picture) => {
      running.current.get(picture.key)?.abort();
      drop(picture.key);
      if (picture.sent && 'path' in picture.sent) void discardPicture(picture.sent.path);
    },
    /** Moves a picture by a number of places. */
    move: (key: string, by: number) =>
      setPictures((now) => {
        const from = now.findIndex((each) => each.key === key);
        const to = from + by;
        if (from < 0 || to < 0 || to >= now.length) return now;
        const next = [...now];
        next.splice(to, 0, ...next.splice(from, 1));
        return next;
      }),
  };
}
