import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { SquarePen, Paperclip, Trash2 } from 'lucide'
import { Title, When } from '../../conversation/summary'
import { openNewMessage, focusComposer } from '../../conversation/compose/target'
import { hrefOf, streamAddress, goTo } from '../../../routes/routes'
import { splitAttachments } from '../../conversation/compose/kit'
import { texts } from '../../../i18n'
import { ListPage, useRowClear } from '../../../ui/list'
import { Button, EmptyState, Icon, IconButton, showToast } from '../../../ui'
import { useSession } from '../../../session/context'
import { discard, draftsIn, openDraft, type DraftRow } from './list'
import './drafts.css'

/** Most characters of a draft in the list. */
const maxLength = 300

/** The list of drafts. */
export function Drafts() {
  const session = useSession()
  const { drafts: t } = texts
  const all = useComputed(() => draftsIn(session)).value
  if (all.length === 0)
    return (
      <EmptyState drawing="draft" title={t.nothing} advice={t.nothingAdvice}>
        <Button icon={SquarePen} onClick={() => openNewMessage()}>
          {texts.compose.begin}
        </Button>
      </EmptyState>
    )
  return (
    <ListPage kind="drafts">
      <ul>
        {all.map((draft) => (
          <Row key={draft.key} draft={draft} />
        ))}
      </ul>
    </ListPage>
  )
}

function Row({ draft }: { draft: DraftRow }) {
  const session = useSession()
  const { store } = session
  const row = useRef<HTMLLIElement>(null)
  const { drafts: t } = texts
  const { to, content, timestamp, here } = draft
  const { body, attachments } = splitAttachments(content)

  function open(): void {
    const key = openDraft(draft, session)
    if (key === 'new' || to === null) return openNewMessage()
    const stream = key.startsWith('stream ') && 'topic' in to ? { stream_id: to.stream_id } : null
    const names = store.streams.subscription(stream?.stream_id)
    goTo(names ? streamAddress(names) : hrefOf(to, store))
    focusComposer(names && stream ? stream : to, store.user_id)
  }

  function letGo(): void {
    const undo = discard(draft, session)
    showToast(t.discarded, { name: t.undo, onChoose: undo })
  }
  useRowClear(row, letGo)

  return (
    <li ref={row}>
      <button type="button" class="open" data-row onClick={open}>
        <span class="about">
          {to === null ? <span class="nobody">{t.nobody}</span> : <Title of={to} />}
          {draft.serverDraft === undefined && here !== undefined && <span class="here">{t.onlyHere}</span>}
          <When timestamp={timestamp} />
        </span>
        {body.trim() !== '' && (
          <span class="text" dir="auto">
            {body.trim().slice(0, maxLength)}
          </span>
        )}
        {attachments.length > 0 && (
          <span class="attached" dir="auto">
            <Icon of={Paperclip} size={12} /> {attachments.map(({ name }) => name).join(', ')}
          </span>
        )}
      </button>
      <IconButton icon={Trash2} name={t.discard} onClick={letGo} />
    </li>
  )
}
