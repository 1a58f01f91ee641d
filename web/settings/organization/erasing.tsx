import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { erasedNumber, type Store } from '../../../client'
import { mayErase } from '../../../client/policies'
import { Choices, SaveStatus, Section, TypeToConfirm, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button, showToast } from '../../ui'
import { Dialog } from '../../ui/dialog'
import { focusIn } from '../../ui/focus'
import { useSession, useStore } from '../../session/context'

interface EraseProps {
  readonly user: { readonly user_id: number; readonly full_name: string }
}

/** Whether the user may delete the data of an account here: not their own, and not a second time. */
function isErasable(user_id: number, store: Store): boolean {
  const account = store.users.get(user_id)
  return (
    account !== undefined && user_id !== store.user_id && erasedNumber(account) === null && mayErase(account, store)
  )
}

/** A button for owners that deletes the data of a person or bot for good. Nothing for everybody else. */
export function EraseButton({ user: { user_id, full_name } }: EraseProps) {
  const { ask, store } = useSession()
  const t = texts.organization.erasing
  const isOpen = useSignal(false)
  const root = useRef<HTMLSpanElement>(null)
  if (!isErasable(user_id, store)) return null

  async function erase(messages: 'keep' | 'delete'): Promise<void> {
    // The event may take the button away before the answer comes.
    const panel = root.current!.closest('.sections')!
    await ask('POST /users/{user_id}/erase', { user_id, messages })
    isOpen.value = false
    showToast(t.done(full_name))
    if (panel.isConnected) focusIn(panel, 'input, button')
  }

  return (
    <span ref={root}>
      <Button aria-label={t.eraseOf(full_name)} onClick={() => (isOpen.value = true)}>
        {t.erase}
      </Button>
      {isOpen.value && (
        <Dialog title={t.eraseOf(full_name)} onClose={() => (isOpen.value = false)}>
          <Question name={full_name} onConfirm={erase} />
        </Dialog>
      )}
    </span>
  )
}

interface QuestionProps {
  readonly name: string
  readonly onConfirm: (messages: 'keep' | 'delete') => Promise<void>
}

/** Says what is deleted and what remains, and asks for the name. */
function Question({ name, onConfirm }: QuestionProps) {
  const t = texts.organization.erasing
  const saving = useSaveState()
  const messages = useSignal<'keep' | 'delete'>('keep')
  return (
    <>
      <p>{t.goes(name)}</p>
      <p>{t.stays}</p>
      <p>{t.copies}</p>
      <Choices
        legend={t.messages}
        value={messages.value}
        options={[
          { value: 'keep', label: t.keep, hint: t.keepHint },
          { value: 'delete', label: t.delete, hint: t.deleteHint },
        ]}
        onChoose={(value) => (messages.value = value)}
      />
      <SaveStatus of={saving} />
      <TypeToConfirm
        label={texts.organization.profile.typeName(name)}
        text={name}
        otherwise={t.notTyped}
        confirm={t.eraseNow}
        saving={saving}
        onConfirm={() => onConfirm(messages.value)}
      />
    </>
  )
}

/** The button under a heading, on the page of a person or bot. */
export function Erasing({ user }: EraseProps) {
  const store = useStore()
  const t = texts.organization.erasing
  if (!isErasable(user.user_id, store)) return null
  return (
    <Section title={t.erase}>
      <p class="hint">{t.hint}</p>
      <div class="buttons">
        <EraseButton user={user} />
      </div>
    </Section>
  )
}
