/** File storage for other nouns: store, attach, read and publish. */
export { fileJobs, fileSchedules } from './jobs.ts';
export { merchantLogo, publishFile, setMerchantLogo } from './public.ts';
export type { Purpose } from './purposes.ts';
export { requireReader } from './readers.ts';
export { registerFiles } from './routes.ts';
export {
  attachFile,
  describeFile,
  detachFile,
  pinFiles,
  type ReadFile,
  readFile,
  removeFile,
  storeFile,
} from './service.ts';
