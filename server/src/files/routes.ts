import { files as endpoints } from '@daftar/contract/files';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { registerMedia } from './public.ts';
import { requireReader } from './readers.ts';
import { readFile } from './service.ts';

/** Mounts reading files: a merchant's own, and public pictures. */
export function registerFiles(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    storage: async ({ app, caller, params, query }) => {
      await requireReader(app, caller, params.filePath);
      const { content, type, name } = await readFile(app, caller, params.filePath, query.size);
      // A PDF may contain scripts, so it is only downloaded, or shown by a page that fetched its bytes.
      return {
        content,
        contentType: type,
        fileName: name,
        inline: type.startsWith('image/'),
      };
    },
  });
  registerMedia(server, options.app);
}
