import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { SaveStatus, useSaveState } from '../../ui/form'
import { texts } from '../../i18n'
import { Button, showToast } from '../../ui'
import { useSession } from '../../session/context'
import { EraseButton } from './erasing'
import { Account } from './list-and-one'
import { focusIn } from '../../ui/focus'

interface BringBackProps {
  readonly user: { readonly user_id: number; readonly full_name: string; readonly avatar_url: string | null }
  readonly about: ComponentChildren
  readonly isAllowed: boolean
  /** Text of the toast after the reactivation. */
  readonly isBack: string
}

/** The row of a deactivated person or bot, with buttons to reactivate them, or to delete their data. */
export function BringBack({ user, about, isAllowed, isBack }: BringBackProps) {
  const { ask } = useSession()
  const t = texts.organization.people
  const saving = useSaveState()
  const row = useRef<HTMLLIElement>(null)
  const { user_id, full_name } = user

  async function reactivate(): Promise<void> {
    const panel = row.current!.closest('.sections')!
    if (!(await saving.save(() => ask('POST /users/{user_id}/reactivate', { user_id })))) return
    showToast(isBack)
    // The button has left the DOM.
    focusIn(panel, 'input, button')
  }

  return (
    <li ref={row}>
      <Account
        user={user}
        about={
          <>
            {about}
            <SaveStatus of={saving} />
          </>
        }
      >
        {isAllowed && (
          <Button aria-label={t.bringBackOf(full_name)} onClick={() => void reactivate()}>
            {t.bringBack}
          </Button>
        )}
        <EraseButton user={user} />
      </Account>
    </li>
  )
}
