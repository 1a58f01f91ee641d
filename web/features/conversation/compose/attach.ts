import { texts } from '../../../i18n'
import { showToast } from '../../../ui'
import { placeholderOf, putTogether, splitAttachments, type Attachment } from './attachments'
import { noteThumbnail } from './thumbnails'
import type { Writer } from './recipient'
import type { TextState } from './composer-state'

/** The name without brackets, which would end the text of the link. */
const nameIn = (name: string): string => name.replaceAll(/[[\]\s]+/g, ' ').trim() || texts.compose.unnamedFile

/** Uploads files, and adds links to them at the end of a text. */
export function attach(files: Iterable<File>, { outbox, store }: Writer, writing: TextState): void {
  const added: Attachment[] = []
  for (const file of files) {
    const name = nameIn(file.name)
    try {
      const { command } = outbox.do({ kind: 'upload', name, file })
      const address = placeholderOf(command.id)
      noteThumbnail(address, file)
      added.push({ name, address })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      showToast(texts.compose.tooLarge(name, store.state.max_file_upload_size_mib.peek()))
    }
  }
  const { body, attachments } = splitAttachments(writing.text.peek())
  if (added.length > 0) writing.write(putTogether(body, [...attachments, ...added]))
}
