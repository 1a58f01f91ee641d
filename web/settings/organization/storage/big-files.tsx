import { useSignal } from '@preact/signals'
import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { sizeText } from '../../../lib/size'
import { messageAddress } from '../../../routes/message-address'
import { useSession } from '../../../session/context'
import { Button } from '../../../ui'
import { DeleteButton, Loading, Section, useLoaded, useSaveState } from '../../../ui/form'

type Page = AnswerOf<'GET /realm/attachments'>
type BigFile = Page['files'][number]

/** The biggest files of the organization, a page at a time, each with a button that deletes it. */
export function BigFiles() {
  const { ask } = useSession()
  const t = texts.organization.storage.bigFiles
  const list = useLoaded(() => ask('GET /realm/attachments'))
  const loading = useSaveState()
  const isLoading = useSignal(false)
  const page = list.data.value

  /** Adds the next page. */
  async function loadMore({ files }: Page): Promise<void> {
    const last = files.at(-1)
    if (isLoading.peek()) return
    isLoading.value = true
    await loading.save(async () => {
      const next = await ask('GET /realm/attachments', last && { after_size: last.size, after_id: last.id })
      const { files: present } = list.data.peek()!
      list.data.value = { ...next, files: [...present, ...next.files] }
    }, '')
    isLoading.value = false
  }

  async function remove({ id }: BigFile): Promise<void> {
    await ask('DELETE /attachments/{attachment_id}', { attachment_id: id })
    const present = list.data.peek()!
    list.data.value = { ...present, files: present.files.filter((file) => file.id !== id) }
  }

  return (
    <Section title={t.title} saving={loading}>
      <p class="hint">{t.about}</p>
      <Loading of={list} texts={texts.settings} />
      {page !== null && page.files.length === 0 && !page.has_more && <p>{t.nothing(sizeText(page.min_size))}</p>}
      {page !== null && page.files.length > 0 && (
        <ul class="rows">
          {page.files.map((file) => (
            <BigFileRow key={file.id} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      )}
      {page?.has_more === true && (
        <Button kind="quiet" onClick={() => void loadMore(page)}>
          {t.more}
        </Button>
      )}
    </Section>
  )
}

interface BigFileRowProps {
  readonly file: BigFile
  readonly onRemove: () => Promise<void>
}

/** A file with who uploaded it when, and links to those of its messages that the reader may see. */
function BigFileRow({ file, onRemove }: BigFileRowProps) {
  const { name, path_id, kind, size, create_time, uploaded_by, messages, is_in_message } = file
  const { store } = useSession()
  const { files: t } = texts.settings
  const { bigFiles } = texts.organization.storage
  const uploader = store.users.name(uploaded_by) ?? texts.sidebar.somebody
  /** Whether the notification bot tells the person. For a bot it tells somebody else: who owned it then. */
  const isNotified =
    uploaded_by !== store.user_id &&
    store.state.realm_users.value.some(({ user_id, is_bot }) => user_id === uploaded_by && !is_bot)
  const title = name ?? bigFiles.unnamed[kind](sizeText(size))
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(create_time)
  return (
    <li class="file">
      <span class="grow">
        {path_id === null ? (
          title
        ) : (
          <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener" dir="auto">
            {title}
          </a>
        )}
        <small>
          {name !== null && `${sizeText(size)} · `}
          {date} · <bdi>{bigFiles.uploadedBy(uploader)}</bdi> ·{' '}
          {messages.length === 0 && (is_in_message ? bigFiles.inHidden : t.inNone)}
          {messages.map((message, index) => (
            <a key={message.id} href={messageAddress(message.id, store)}>
              {messages.length === 1 ? t.message : t.messageOf(index + 1)}
            </a>
          ))}
        </small>
      </span>
      <DeleteButton
        name={t.deleteOf(title)}
        question={isNotified ? bigFiles.reallyDelete(uploader) : t.reallyDelete}
        onRemove={onRemove}
      />
    </li>
  )
}
