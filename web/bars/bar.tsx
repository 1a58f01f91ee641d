import { X } from 'lucide'
import { Button, IconButton } from '../parts'

interface BarProps {
  readonly name: string
  readonly text: string
  readonly choice: string
  readonly onChoose: () => void
  readonly dismissal: string
  readonly onDismiss: () => void
}

/** A line with something to choose. */
export const Bar = ({ name, text, choice, onChoose, dismissal, onDismiss }: BarProps) => (
  <section class="bar" aria-label={name}>
    <p>{text}</p>
    <Button onClick={onChoose}>{choice}</Button>
    <IconButton icon={X} name={dismissal} onClick={onDismiss} />
  </section>
)
