import { Button } from '../../ui'

interface BarProps {
  readonly name: string
  readonly text: string
  readonly choice: string
  readonly onChoose: () => void
  readonly dismissal: string
  readonly onDismiss: () => void
  /** Whether it waits for a wide window: in a narrow one it lies over what is read. */
  readonly isWideOnly?: boolean
}

/** Something to choose, in two buttons. */
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
