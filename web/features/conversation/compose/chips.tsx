import { useSignal, useSignalEffect } from '@preact/signals'
import { File as FileIcon, RotateCw, X } from 'lucide'
import type { RefObject } from 'preact'
import type { Command } from '../../../../client'
import { texts } from '../../../i18n'
import { Icon, IconButton } from '../../../ui'
import { useReason } from '../../../ui/reason'
import { putTogether, splitAttachments, uploadIdOf, type Attachment } from './attachments'
import type { Writer } from './recipient'
import { dropThumbnail, renameThumbnail, thumbnailOf } from './thumbnails'
import type { TextState } from './composer-state'
import './chips.css'

interface ChipsProps {
  readonly writer: Writer
  readonly writing: TextState
  readonly area: RefObject<HTMLTextAreaElement | null>
}

/** The attachments of a text, with the progress of uploads and buttons to retry and remove. */
export function Chips({ writer, writing, area }: ChipsProps) {
  const { outbox } = writer
  const { attachments } = splitAttachments(writing.text.value)

  useSignalEffect(() => {
    for (const { id, uri } of outbox.uploads.value) {
      const placeholder = `(upload:${id})`
      if (uri === undefined || !writing.text.value.includes(placeholder)) continue
      renameThumbnail(`upload:${id}`, uri)
      writing.write(writing.text.peek().replaceAll(placeholder, `(${uri})`))
      outbox.discard(id)
    }
  })

  function remove(attachment: Attachment): void {
    const { body, attachments: all } = splitAttachments(writing.text.peek())
    const rest = all.filter(({ address }) => address !== attachment.address)
    writing.write(putTogether(body, rest))
    const id = uploadIdOf(attachment)
    if (id !== null) outbox.discard(id)
    dropThumbnail(attachment.address)
    area.current!.focus()
  }

  if (attachments.length === 0) return null
  return (
    <ul class="chips" aria-label={texts.compose.attached}>
      {attachments.map((attachment) => (
        <Chip key={attachment.address} attachment={attachment} outbox={outbox} onRemove={() => remove(attachment)} />
      ))}
    </ul>
  )
}

interface ChipProps {
  readonly attachment: Attachment
  readonly outbox: Writer['outbox']
  readonly onRemove: () => void
}

function Chip({ attachment, outbox, onRemove }: ChipProps) {
  const { name, address } = attachment
  const t = texts.compose
  const upload_id = uploadIdOf(attachment)
  const upload = outbox.uploads.value.find(({ id }) => id === upload_id)
  const isFailed = upload?.state === 'refused'
  return (
    <li class="chip">
      <Thumbnail key={thumbnailOf(address)} address={address} />
      <span class="about">
        <bdi class="name" title={name}>
          {name}
        </bdi>
        {isFailed ? (
          <FailureReason upload={upload} />
        ) : (
          upload_id !== null && <progress aria-label={t.uploading(name)} value={upload?.progress ?? 0} />
        )}
      </span>
      {isFailed && <IconButton icon={RotateCw} name={t.uploadAgain(name)} onClick={() => outbox.retry(upload.id)} />}
      <IconButton icon={X} name={upload_id === null ? t.remove(name) : t.cancel(name)} onClick={onRemove} />
    </li>
  )
}

function FailureReason({ upload }: { upload: Command<'upload'> }) {
  const reason = useReason(upload)
  return (
    <span class="reason" role="alert" title={reason}>
      {reason}
    </span>
  )
}

function Thumbnail({ address }: { address: string }) {
  const isBroken = useSignal(false)
  const picture = thumbnailOf(address)
  return (
    <span class="thumbnail">
      {picture === null || isBroken.value ? (
        <Icon of={FileIcon} />
      ) : (
        <img src={picture} alt="" onError={() => (isBroken.value = true)} />
      )}
    </span>
  )
}
