import { Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FilePreview, type NamedFile } from '../ui/file-preview.tsx';
import { ImportDialog } from '../ui/import-dialog.tsx';
import { LeaveButton } from '../ui/leave-button.tsx';
import { notify } from '../ui/notify.tsx';
import { PopupMenu, PopupPanel, usePopup } from '../ui/popup.tsx';
import { SideDrawer } from '../ui/side-drawer.tsx';
import { Example, Examples } from './example.tsx';
import { PICTURE, useSamples } from './samples.ts';

const never = () => new Promise<never>(() => {});

/** What opens over the page. The journey presses every button that has `data-opens`, and in it `data-opens-over`. */
export function OverlaysPart() {
  const words = useSamples();
  const [drawer, setDrawer] = useState(false);
  const [over, setOver] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [importing, setImporting] = useState(false);
  const [file, setFile] = useState<NamedFile | null>(null);
  const menu = usePopup('menu');
  const panel = usePopup('dialog');
  const ask = () =>
    void confirm({ title: words.danger, text: words.long, confirm: words.danger, danger: true });
  return (
    <Examples title="Overlays">
      <Example name="SideDrawer">
        <Button data-opens="dialog" onClick={() => setDrawer(true)}>
          {words.drawer}
        </Button>
        <SideDrawer opened={drawer} onClose={() => setDrawer(false)} title={words.drawer}>
          <TextInput label={words.label} defaultValue={words.name} mb="md" />
          <Button data-opens-over variant="default" onClick={() => setOver(true)}>
            {words.action}
          </Button>
          <Dialog opened={over} onClose={() => setOver(false)} title={words.action}>
            <TextInput label={words.help} />
          </Dialog>
        </SideDrawer>
      </Example>
      <Example name="Dialog, LeaveButton">
        <Button data-opens="dialog" onClick={() => setDialog(true)}>
          {words.label}
        </Button>
        <Dialog opened={dialog} onClose={() => setDialog(false)} title={words.label}>
          <TextInput label={words.label} defaultValue={words.name} mb="md" />
          <LeaveButton />
        </Dialog>
      </Example>
      <Example name="confirm">
        <Button data-opens="dialog" color="red" onClick={ask}>
          {words.danger}
        </Button>
      </Example>
      <Example name="FilePreview">
        <Button
          data-opens="dialog"
          variant="default"
          onClick={() => setFile({ path: 'a', name: 'slip.png' })}
        >
          <bdi>slip.png</bdi>
        </Button>
        <FilePreview file={file} onClose={() => setFile(null)} read={async () => PICTURE} />
      </Example>
      <Example name="ImportDialog">
        <Button data-opens="dialog" variant="default" onClick={() => setImporting(true)}>
          {words.store}
        </Button>
        <ImportDialog
          opened={importing}
          onClose={() => setImporting(false)}
          title={words.store}
          text={words.help}
          examples={[]}
          columns={[]}
          maximumRows={100}
          maximumBytes={1024 * 1024}
          preview={never}
          run={never}
        />
      </Example>
      <Example name="PopupMenu">
        <Button {...menu.button} data-opens="menu" variant="default">
          {words.action}
        </Button>
        <PopupMenu popup={menu.popup}>
          <Menu.Item>{words.action}</Menu.Item>
          <Menu.Item color="red">{words.danger}</Menu.Item>
        </PopupMenu>
      </Example>
      <Example name="PopupPanel">
        <Button {...panel.button} data-opens="dialog" variant="default">
          {words.help}
        </Button>
        <PopupPanel popup={panel.popup} label={words.help} trapFocus returnFocus>
          <TextInput label={words.label} />
        </PopupPanel>
      </Example>
      <Example name="notify">
        <Button data-opens="alert" variant="default" onClick={() => notify.error(words.required)}>
          {words.required}
        </Button>
      </Example>
    </Examples>
  );
}
