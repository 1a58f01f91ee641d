import { Button } from '../../ui'

interface BarProps {
  readonly name: string
  readonly text: string
  readonly choice: string
  readonly onChoose: () => void
  readonly dismissal: string
  readonly onDismiss: () => void
  /** Whether to hide it in narrow windows, where it would cover messages. */
  readonly isWideOnly?: boolean
}

/** A text with two buttons: one that acts, and one that dismisses the banner. */
export const Banner = ({ name, text, choice, onChoose, dismissal, onDismiss, isWideOnly }: BarProps) => (
  <section class={isWideOnly ? 'bar wide-only' : 'bar'} aria-label={name}>
    <p>{text}</p>
    <div class="buttons">
      <Button onClick={onChoose}>{choice}</Button>
      <Button kind="quiet" onClick={onDismiss}>
        {dismissal}
      </Button>
    </div>
  </section>
)
