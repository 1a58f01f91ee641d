import { useId } from 'preact/hooks'
import { texts } from '../../../i18n'
import { Field, SaveStatus, type SaveState } from '../../../ui/form'

/** Characters of the address of a feed. */
export const maxFeedAddressLength = 2000

interface FeedAddressProps {
  readonly value: string
  /** The status line of the form, if it is about the address; else null. */
  readonly status: SaveState | null
  readonly onType: (text: string) => void
}

/** A field for the address of a feed, or of a page that links to one. */
export function FeedAddress({ value, status, onType }: FeedAddressProps) {
  const t = texts.organization.integrations.feed
  const id = useId()
  return (
    <div>
      <Field
        label={t.address}
        name="feed"
        autocomplete="off"
        inputMode="url"
        maxLength={maxFeedAddressLength}
        describedBy={`${id}-hint ${id}-problem`}
        value={value}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
      <p id={`${id}-hint`} class="hint">
        {t.hint}
      </p>
      <div id={`${id}-problem`}>{status !== null && <SaveStatus of={status} />}</div>
    </div>
  )
}
