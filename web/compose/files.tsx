import { useComputed, useSignalEffect } from '@preact/signals'
import { Paperclip, RotateCw, X } from 'lucide'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { IconButton, say } from '../parts'
import { words } from '../words'
import { exchange, insert } from './edit-text'
import type { Writer } from './recipient'
import type { Written } from './writing'

type Area = RefObject<HTMLTextAreaElement | null>

/** What stands in a text for a file until its address is known. */
const placeholder = (id: string): string => `upload:${id}`

/** Brackets would end the name in the text. */
const nameIn = (name: string): string => name.replaceAll(/[[\]\n]/g, ' ').trim() || words.compose.unnamedFile

/** Uploads files, and puts them into the text. */
export function attach(files: Iterable<File>, { outbox, store }: Writer, area: Area): void {
  for (const file of files) {
    const name = nameIn(file.name)
    try {
      const { command } = outbox.do({ kind: 'upload', name, file })
      insert(area.current!, `[${name}](${placeholder(command.id)})`)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      say(words.compose.tooLarge(name, store.state.max_file_upload_size_mib.peek()))
    }
  }
}

interface FilesProps {
  readonly writer: Writer
  readonly writing: Written
  readonly area: Area
}

/** The files of a text that are on their way. */
export function Files({ writer: { outbox }, writing, area }: FilesProps) {
  const files = useComputed(() => outbox.uploads.value.filter(({ id }) => writing.text.value.includes(placeholder(id))))

  useSignalEffect(() => {
    for (const { id, uri } of files.value) {
      if (uri === undefined) continue
      exchange(area.current!, placeholder(id), uri)
      outbox.discard(id)
    }
  })

  function cancel(id: string, name: string): void {
    exchange(area.current!, `[${name}](${placeholder(id)})`, '')
    exchange(area.current!, placeholder(id), '')
    outbox.discard(id)
    area.current!.focus()
  }

  if (files.value.length === 0) return null
  return (
    <ul class="files">
      {files.value.map(({ id, params: { name }, state, reason, progress = 0 }) => (
        <li key={id}>
          <bdi class="name">{name}</bdi>
          {state === 'refused' ? (
            <>
              <span class="reason" role="alert">
                {reason}
              </span>
              <IconButton icon={RotateCw} name={words.compose.uploadAgain(name)} onClick={() => outbox.retry(id)} />
            </>
          ) : (
            <progress aria-label={words.compose.uploading(name)} value={progress} />
          )}
          <IconButton icon={X} name={words.compose.cancel(name)} onClick={() => cancel(id, name)} />
        </li>
      ))}
    </ul>
  )
}

/** Opens the browser's own choice of files. */
export function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={Paperclip} name={words.compose.attach} onClick={() => input.current!.click()} />
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
