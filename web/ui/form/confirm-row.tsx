import { texts } from '../../i18n'
import { Button } from '..'

interface AskFirstProps {
  /** What will happen. */
  readonly text: string
  /** Text of the button that confirms. */
  readonly yes: string
  readonly onAnswer: (isYes: boolean) => void
}

/** A warning with a button to confirm and one to cancel. */
export const ConfirmRow = ({ text, yes, onAnswer }: AskFirstProps) => (
  <div class="asking">
    <p class="problem" role="alert">
      {text}
    </p>
    <div class="buttons">
      <Button kind="main" onClick={() => onAnswer(true)}>
        {yes}
      </Button>
      <Button onClick={() => onAnswer(false)}>{texts.forms.cancel}</Button>
    </div>
  </div>
)
