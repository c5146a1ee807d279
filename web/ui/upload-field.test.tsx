import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import { act, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { AttachmentField } from './attachment-field.tsx';
import { ApiError, NetworkError } from './errors.ts';
import { StoredUpload } from './stored-upload.tsx';
import { announced, button, press, render, toasts, until } from './testing/render.tsx';
import { UploadField, type UploadFieldProps } from './upload-field.tsx';

const PDF = new File(['%PDF'], 'slip.pdf', { type: 'application/pdf' });
const PNG = new File(['png'], 'scan.png', { type: 'image/png' });
const WORD = new File(['doc'], 'contract.docx');
const LARGE = Object.defineProperty(new File(['x'], 'large.pdf'), 'size', { value: FILE_MAXIMUM_BYTES + 1 });

const fieldset = () => document.querySelector('fieldset') as HTMLFieldSetElement;

/** An event that carries files, as the browser's own do. */
function carrying(type: 'drop' | 'dragover' | 'paste', files: readonly File[]) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const data = { files, types: files.length > 0 ? ['Files'] : ['text/plain'], dropEffect: 'copy' };
  return Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: data });
}

const give = async (type: 'drop' | 'paste', files: readonly File[], to: Element = fieldset()) => {
  const event = carrying(type, files);
  await act(async () => to.dispatchEvent(event));
  return event;
};

async function choose(files: readonly File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no chooser');
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const taking = async (props: Partial<UploadFieldProps> = {}) => {
  const onFiles = vi.fn();
  const element = (more: Partial<UploadFieldProps> = {}) => (
    <UploadField
      label="Licence"
      rule={DOCUMENT_FILES}
      maximumBytes={FILE_MAXIMUM_BYTES}
      onFiles={onFiles}
      {...props}
      {...more}
    />
  );
  const { rerender } = await render(element());
  return { onFiles, change: (more: Partial<UploadFieldProps>) => rerender(element(more)) };
};

function Message({ onChange }: { onChange: (file: File | null) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const change = (next: File | null) => {
    setFile(next);
    onChange(next);
  };
  return (
    <form>
      <textarea aria-label="Message" />
      <AttachmentField value={file} onChange={change} error={undefined} />
    </form>
  );
}

const PATH = `${'a'.repeat(27)}.pdf`;
type Upload = Parameters<typeof StoredUpload>[0]['upload'];

function Paper({ upload, onChange }: { upload: Upload; onChange: (path: string) => void }) {
  const [path, setPath] = useState('');
  const change = (next: string) => {
    setPath(next);
    onChange(next);
  };
  return (
    <StoredUpload
      label="Licence"
      value={path}
      onChange={change}
      rule={DOCUMENT_FILES}
      maximumBytes={FILE_MAXIMUM_BYTES}
      upload={upload}
      read={async () => PDF}
    />
  );
}

describe('a file is accepted', () => {
  test.each([
    ['chosen', (files: readonly File[]) => choose(files)],
    ['dropped', (files: readonly File[]) => give('drop', files)],
    ['pasted', (files: readonly File[]) => give('paste', files)],
  ])('when it is %s', async (_, how) => {
    const { onFiles } = await taking();
    await how([PDF]);
    expect(onFiles.mock.calls).toEqual([[[PDF]]]);
    expect(announced('alert')).toEqual([]);
  });

  test('up to the number that still fits; a message says that others were left out', async () => {
    const { onFiles, change } = await taking({ room: 2, leftOut: 'Only two' });
    await give('drop', [PDF, PNG, PDF]);
    expect(onFiles).toHaveBeenLastCalledWith([PDF, PNG]);
    expect(announced('alert')).toEqual(['Only two']);
    await change({ room: 0 });
    await give('drop', [PDF]);
    expect(onFiles).toHaveBeenCalledOnce();
    expect(() => button('Choose a file: Licence')).toThrow();
  });

  test.each([{ disabled: true }, { busy: true }])('never while the field is %o', async (props) => {
    const { onFiles } = await taking(props);
    await give('drop', [PDF]);
    await give('paste', [PDF]);
    expect(onFiles).not.toHaveBeenCalled();
  });
});

describe('a file is rejected at once', () => {
  test.each([
    [WORD, 'Allowed extensions are .JPG, .JPEG, .PNG, .GIF, .BMP & .PDF.'],
    [LARGE, 'Choose a file of at most 5 MB'],
    [new File([], 'empty.pdf'), 'This file is empty'],
  ])('with an error under the field: %o', async (file, said) => {
    const { onFiles } = await taking();
    await give('drop', [file]);
    expect(onFiles).not.toHaveBeenCalled();
    expect(announced('alert')).toEqual([said]);
    const choose = button('Choose a file: Licence');
    expect(choose.getAttribute('aria-invalid')).toBe('true');
    const ids = choose.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain(said);
    await give('drop', [PDF]);
    expect(announced('alert')).toEqual([]);
  });

  test('by name among several, while the others are accepted', async () => {
    const { onFiles } = await taking({ room: 5 });
    await give('drop', [PDF, WORD, PNG]);
    expect(onFiles).toHaveBeenCalledWith([PDF, PNG]);
    expect(announced('alert')).toEqual([
      'contract.docx: Allowed extensions are .JPG, .JPEG, .PNG, .GIF, .BMP & .PDF.',
    ]);
  });
});

test('a file dropped beside the field does not replace the page, and pasted text is not intercepted', async () => {
  await taking();
  const beside = await give('drop', [PDF], document.body);
  expect(beside.defaultPrevented).toBe(true);
  const text = await give('paste', []);
  expect(text.defaultPrevented).toBe(false);
});

describe('a document that is sent with its form', () => {
  test('can be pasted while a message is typed, previewed, opened at once, and removed', async () => {
    const onChange = vi.fn();
    await render(<Message onChange={onChange} />);
    const area = document.querySelector('textarea') as HTMLTextAreaElement;
    await give('paste', [PNG], area);
    expect(onChange).toHaveBeenLastCalledWith(PNG);
    expect(document.querySelector('img')?.src).toMatch(/^blob:/);
    const tab = { opener: 'us', location: { replace: vi.fn() } };
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as never);
    button('Open scan.png in a new tab').click();
    expect(open).toHaveBeenCalledOnce();
    await until(() => expect(tab.location.replace).toHaveBeenCalledWith(expect.stringMatching(/^blob:/)));
    expect(tab.opener).toBeNull();
    open.mockRestore();
    await act(async () => button('Remove the file').click());
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(document.activeElement).toBe(button('Choose a file: Attachment'));
  });
});

describe('a document that is uploaded at once', () => {
  test('shows its progress, then its name, and can be replaced and removed', async () => {
    let answer = (_: string) => {};
    let report = (_: number) => {};
    const onChange = vi.fn();
    await render(
      <Paper
        onChange={onChange}
        upload={(_, { onUpload }) => {
          report = onUpload;
          return new Promise((resolve) => (answer = resolve));
        }}
      />,
    );
    await choose([PDF]);
    await act(async () => report(0.4));
    const bar = document.querySelector('[role="progressbar"]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('40');
    expect(bar?.getAttribute('aria-label')).toBe('Uploading Licence');
    await act(async () => answer(PATH));
    expect(onChange).toHaveBeenLastCalledWith(PATH);
    expect(button('Replace: Licence')).toBeDefined();
    expect(button('Open slip.pdf in a new tab')).toBeDefined();
    await press('Remove the file of Licence');
    expect(onChange).toHaveBeenLastCalledWith('');
    expect(button('Choose a file: Licence')).toBeDefined();
  });

  test('can be canceled while uploading, without an error', async () => {
    const onChange = vi.fn();
    await render(
      <Paper
        onChange={onChange}
        upload={(_, { signal }) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
          )
        }
      />,
    );
    await choose([PDF]);
    await press('Cancel');
    expect(document.querySelector('[role="progressbar"]')).toBeNull();
    expect(announced('alert')).toEqual([]);
    expect(onChange).not.toHaveBeenCalled();
  });

  test.each([
    [
      new ApiError(422, { message: 'x', errors: { file: ['EmptyFile'] } }),
      'This file is empty',
      ['EmptyFile'],
    ],
    [new NetworkError(), 'We could not reach the server. Check your connection and try again.', []],
  ])('shows why the server refused it: %s', async (error, said, toasted) => {
    await render(
      <Paper
        onChange={() => {}}
        upload={async () => {
          throw error;
        }}
      />,
    );
    await choose([PDF]);
    expect(announced('alert')).toEqual([said]);
    expect(toasts()).toHaveLength(toasted.length);
  });
});
