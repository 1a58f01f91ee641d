import type { Signal } from '@preact/signals'
import { texts } from '../../../i18n'

const extents = ['change_one', 'change_later', 'change_all'] as const

/** Which messages of a topic are moved. */
export type Extent = (typeof extents)[number]

/** Asks which messages are moved together. */
export const MoveScope = ({ extent }: { extent: Signal<Extent> }) => (
  <fieldset>
    <legend>{texts.move.which}</legend>
    {extents.map((one) => (
      <label key={one}>
        <input type="radio" name="extent" checked={extent.value === one} onChange={() => (extent.value = one)} />
        {texts.move[one]}
      </label>
    ))}
  </fieldset>
)

/** Asks in which of the two topics the move is announced. */
export const MoveNotices = ({ notices }: { notices: Signal<{ readonly old: boolean; readonly new: boolean }> }) => (
  <fieldset>
    <legend>{texts.move.tell}</legend>
    {(['old', 'new'] as const).map((one) => (
      <label key={one}>
        <input
          type="checkbox"
          checked={notices.value[one]}
          onChange={({ currentTarget }) => (notices.value = { ...notices.peek(), [one]: currentTarget.checked })}
        />
        {texts.move[one]}
      </label>
    ))}
  </fieldset>
)
