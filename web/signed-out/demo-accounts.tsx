import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Wire } from '../../client'
import { texts } from '../i18n'

interface DemoAccountsProps {
  readonly wire: Wire
  readonly isBusy: ReadonlySignal<boolean>
  readonly onChoose: (email: string) => void
}

/** Enough to try things out. */
const maxDemoAccounts = 24

/** The accounts that a development server lets in without a password. */
export function DemoAccounts({ wire, isBusy, onChoose }: DemoAccountsProps) {
  const emails = useSignal<readonly string[]>([])
  useEffect(() => {
    wire.ask('GET /dev_list_users').then(
      ({ direct_admins, direct_users }) =>
        (emails.value = [...direct_admins, ...direct_users].map(({ email }) => email).slice(0, maxDemoAccounts)),
      // This server has no demo accounts.
      () => undefined,
    )
  }, [])
  if (emails.value.length === 0) return null
  return (
    <fieldset class="demo">
      <legend>{texts.signedOut.demo}</legend>
      {emails.value.map((email) => (
        <button key={email} type="button" disabled={isBusy.value} onClick={() => onChoose(email)}>
          {email}
        </button>
      ))}
    </fieldset>
  )
}
