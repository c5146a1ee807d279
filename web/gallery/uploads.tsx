import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES, PICTURE_FILES } from '@daftar/contract/files';
import { type ReactNode, useState } from 'react';
import { AttachmentField } from '../ui/attachment-field.tsx';
import { StoredUpload } from '../ui/stored-upload.tsx';
import { UploadField } from '../ui/upload-field.tsx';
import { SendingFile, UploadedFile } from '../ui/uploaded-file.tsx';
import { Example, Examples } from './example.tsx';
import classes from './gallery.module.css';
import { PICTURE, useSamples } from './samples.ts';

const LIMITS = { rule: DOCUMENT_FILES, maximumBytes: FILE_MAXIMUM_BYTES, onFiles: () => {} };
const STORED = `${'a'.repeat(27)}.png`;

const Column = ({ children }: { children: ReactNode }) => <div className={classes.field}>{children}</div>;

/** Files: none yet, on their way, there, refused. */
export function UploadsPart() {
  const words = useSamples();
  const [attachment, setAttachment] = useState<File | null>(null);
  const [path, setPath] = useState(STORED);
  return (
    <Examples title="Uploads">
      <Example name="UploadField">
        <Column>
          <UploadField {...LIMITS} label={words.licence} description={words.document} required />
        </Column>
        <Column>
          <UploadField {...LIMITS} label={words.licence} error={words.required} />
        </Column>
        <Column>
          <UploadField {...LIMITS} label={words.licence} busy>
            <SendingFile label={words.licence} sent={0.4} onCancel={() => {}} />
          </UploadField>
        </Column>
        <Column>
          <UploadField {...LIMITS} label={words.licence} disabled>
            <UploadedFile name="slip.pdf" removeLabel={words.danger} />
          </UploadField>
        </Column>
        <Column>
          <UploadField {...LIMITS} label={words.licence} room={0}>
            <UploadedFile name="slip.pdf" removeLabel={words.danger} onRemove={() => {}} />
          </UploadField>
        </Column>
      </Example>
      <Example name="UploadField: plain, tiles">
        <Column>
          <UploadField {...LIMITS} rule={PICTURE_FILES} label={words.logo} hideLabel layout="plain">
            <span className={classes.picture} />
          </UploadField>
        </Column>
        <Column>
          <UploadField {...LIMITS} rule={PICTURE_FILES} label={words.pictures} layout="tiles" room={4} />
        </Column>
      </Example>
      <Example name="AttachmentField, StoredUpload">
        <Column>
          <AttachmentField value={attachment} onChange={setAttachment} error={undefined} />
        </Column>
        <Column>
          <StoredUpload
            {...LIMITS}
            label={words.licence}
            value={path}
            onChange={setPath}
            fileName="register.png"
            upload={async () => STORED}
            read={async () => PICTURE}
          />
        </Column>
      </Example>
    </Examples>
  );
}
