import { useSignal } from '@preact/signals'
import { Pencil } from 'lucide'
import { useRef } from 'preact/hooks'
import { More, SaveStatus, DeleteButton, Section, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { IconButton } from '../../../ui'
import { useSession } from '../../../session/context'
import { newId, useDrafts, type Draft, type Drafts, type Linkifier } from './drafts'
import { LinkifierForm } from './linkifier-form'
import { TryIt } from './try-it'
import { focusNext } from '../../../ui/focus'
import './linkifiers.css'

const nothing: Draft = { pattern: '', url_format: '' }

/** The linkifiers: patterns of text that become links in messages. */
export function Linkifiers() {
  const { store, ask } = useSession()
  const t = texts.organization.linkifiers
  const all = store.state.realm_linkifiers.value
  const { drafts, tried } = useDrafts()
  const adding = useSaveState()
  return (
    <>
      <Section title={t.title}>
        <p class="hint">{all.length === 0 ? t.nothing : t.hint}</p>
        <More items={all}>{(one) => <LinkifierRow key={one.id} linkifier={one} drafts={drafts} />}</More>
      </Section>
      <Section title={t.add} saving={adding}>
        <p class="hint">{t.addHint}</p>
        <LinkifierForm
          id={newId}
          linkifier={nothing}
          drafts={drafts}
          saving={adding}
          save={t.addNow}
          saved={t.added}
          onSave={({ pattern, url_format }) => ask('POST /realm/filters', { pattern, url_format_string: url_format })}
        />
      </Section>
      <TryIt linkifiers={tried} />
    </>
  )
}

interface LinkifierRowProps {
  readonly linkifier: Linkifier
  readonly drafts: Drafts
}

function LinkifierRow({ linkifier, drafts }: LinkifierRowProps) {
  const { ask } = useSession()
  const t = texts.organization.linkifiers
  const saving = useSaveState()
  const isOpen = useSignal(false)
  const row = useRef<HTMLLIElement>(null)
  const { id, pattern, url_format } = linkifier

  function close(): void {
    isOpen.value = false
    // The pressed button has left the DOM.
    focusNext(row, 'button')
  }

  return (
    <li ref={row} class="wrapping linkifier">
      {isOpen.value ? (
        <div class="grow">
          <LinkifierForm
            id={id}
            linkifier={linkifier}
            drafts={drafts}
            saving={saving}
            save={texts.messageActions.save}
            saved={texts.forms.saved}
            onSave={(next) =>
              ask('PATCH /realm/filters/{filter_id}', {
                filter_id: id,
                pattern: next.pattern,
                url_format_string: next.url_format,
              })
            }
            onClose={close}
          />
          <SaveStatus of={saving} />
        </div>
      ) : (
        <>
          <span class="grow">
            <code>
              <bdi dir="ltr">{pattern}</bdi>
            </code>
            <small>
              <bdi dir="ltr">{url_format}</bdi>
            </small>
            <SaveStatus of={saving} />
          </span>
          <IconButton icon={Pencil} name={t.changeOf(pattern)} onClick={() => (isOpen.value = true)} />
          <DeleteButton
            name={t.deleteOf(pattern)}
            question={t.reallyDelete}
            onRemove={() => ask('DELETE /realm/filters/{filter_id}', { filter_id: id })}
          />
        </>
      )}
    </li>
  )
}
