import { laterWords } from '../../i18n/later-words'
import { Button } from '..'

interface AskFirstProps {
  /** What happens then. */
  readonly text: string
  /** What the button that does it is called. */
  readonly yes: string
  readonly onAnswer: (isYes: boolean) => void
}

/** What cannot be taken back, and whether it shall be. */
export const ConfirmRow = ({ text, yes, onAnswer }: AskFirstProps) => (
  <div class="asking">
    <p class="problem" role="alert">
      {text}
    </p>
    <div class="buttons">
      <Button kind="main" onClick={() => onAnswer(true)}>
        {yes}
      </Button>
      <Button onClick={() => onAnswer(false)}>{laterWords.forms.cancel}</Button>
    </div>
  </div>
)
