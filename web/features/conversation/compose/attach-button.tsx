import { Paperclip } from 'lucide'
import { useRef } from 'preact/hooks'
import { IconButton } from '../../../ui'
import { texts } from '../../../i18n'

/** Opens the browser's file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={Paperclip} name={texts.compose.attach} onClick={() => input.current!.showPicker()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...currentTarget.files!])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
