import type { Attachment } from '../../../client'
import { DeleteButton } from '../../ui/form'
import { texts } from '../../i18n'
import { messageAddress } from '../../routes/message-address'
import { useSession } from '../../session/context'
import { sizeText } from '../../lib/size'

interface FileRowProps {
  readonly file: Attachment
}

/** Maximal number of links to messages with the file. */
const maxMessageLinks = 3

/** A file with links to its messages, and a button to delete it. */
export function FileRow({ file }: FileRowProps) {
  const { id, name, path_id, size, create_time, messages, uploaded_by } = file
  const { store, ask } = useSession()
  const t = texts.settings.files
  const bot = uploaded_by === undefined ? undefined : store.users.get(uploaded_by)
  // The user must not see what their bot sent to others. A file of a bot without messages here is one of those.
  const isOpen = uploaded_by === undefined || messages.length > 0
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(create_time)
  return (
    <li class="file">
      <span class="grow">
        {isOpen ? (
          <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener" dir="auto">
            {name}
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
        <small>
          {sizeText(size)} · {date} · {bot !== undefined && <bdi>{t.byBot(bot.full_name)} </bdi>}
          {uploaded_by === undefined && messages.length === 0 && t.inNone}
          {messages.slice(0, maxMessageLinks).map((message, index) => (
            <a key={message.id} href={messageAddress(message.id, store)}>
              {messages.length === 1 ? t.message : t.messageOf(index + 1)}
            </a>
          ))}
        </small>
      </span>
      <DeleteButton
        name={t.deleteOf(name)}
        question={t.reallyDelete}
        onRemove={() => ask('DELETE /attachments/{attachment_id}', { attachment_id: id })}
      />
    </li>
  )
}
