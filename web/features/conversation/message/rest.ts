import { whenIdle } from '../../../lib/idle'
import { complete, type Part } from './beginning'

/** Elements that are added before the browser does something else. Style, layout and paint of so many take some milliseconds. */
const elementsOfPortion = 300

/**
 * Adds to a box, which has the beginning of a message, what only the whole has: in portions, when the browser has time. What is there
 * already stays as it is. `read` makes elements of the whole.
 */
export function addRest(box: HTMLElement, isWanted: () => boolean, read: () => Part): void {
  whenIdle(() => {
    if (!isWanted()) return
    const [content, whenAdded] = read()
    const steps = stepsTo(box, content)
    function addPortion(): void {
      if (!isWanted()) return
      let isDone = false
      // Without `auto`, as when the beginning is drawn.
      box.dir = ''
      for (let elements = 0; elements < elementsOfPortion && !isDone;) {
        const { done, value } = steps.next()
        elements += value ?? 0
        isDone = done!
      }
      box.dir = 'auto'
      if (isDone) whenAdded()
      else whenIdle(addPortion)
    }
    addPortion()
  })
}

/** Each step adds little, and yields how many elements that is. */
function* stepsTo(begun: ParentNode, whole: ParentNode): Generator<number, void> {
  const added: [ParentNode, ChildNode][] = []
  complete(begun, whole, (to, node) => void added.push([to, node]))
  for (const [parent, node] of added) yield* append(parent, node)
}

/** Appends a node, a large one part by part. */
function* append(parent: ParentNode, node: ChildNode): Generator<number, void> {
  const elements = node instanceof Element ? 1 + elementsIn(node) : 0
  if (elements <= elementsOfPortion) {
    parent.append(node)
    yield elements
    return
  }
  const parts = [...node.childNodes]
  for (const part of parts) part.remove()
  parent.append(node)
  for (const part of parts) yield* append(node as Element, part)
}

const elementsIn = (element: Element): number => element.getElementsByTagName('*').length
