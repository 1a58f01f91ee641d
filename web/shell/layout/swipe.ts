import { isCovered } from '../../ui'
import { drawer } from '../drawer'
import { goBack, hasBack } from '../main-pane'

/** Pixels from the edge of the screen within which a swipe begins. */
const edge = 32

/** Pixels after which a touch is known to be a swipe or a scroll. */
const slop = 10

/** Pixels after which lifting the finger goes back. */
const reach = 72

const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether something at the touch scrolls sideways itself, as code and tables do. */
function isScrolledSideways(from: Element, within: Element): boolean {
  for (let one: Element | null = from; one !== null && one !== within; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true
  return false
}

/** Goes back when the user swipes from the edge at which lines of text begin. Returns a function that stops this. */
export function followSwipes(main: HTMLElement): () => void {
  /** Ends the current swipe; null if there is none. */
  let stop: (() => void) | null = null

  function begin({ touches, target }: TouchEvent): void {
    stop?.()
    const [touch] = touches
    const forward = getComputedStyle(main).direction === 'rtl' ? -1 : 1
    const { clientX: startX, clientY: startY } = touch!
    const isAtEdge = (forward === 1 ? startX : innerWidth - startX) <= edge
    if (touches.length > 1 || !hasBack.peek() || !isAtEdge || isCovered() || drawer.peek() !== null) return
    if (isScrolledSideways(target as Element, main)) return
    let distance = 0
    let isSwiping = false

    function move(event: TouchEvent): void {
      const { clientX, clientY } = event.touches[0]!
      distance = Math.max(0, (clientX - startX) * forward)
      if (event.touches.length > 1) return stop!()
      if (!isSwiping && Math.abs(clientY - startY) > Math.max(slop, distance)) return stop!()
      isSwiping ||= distance > slop
      if (!isSwiping) return
      // Keeps the list from scrolling meanwhile.
      if (event.cancelable) event.preventDefault()
      if (!calm.matches) main.style.translate = `${distance * forward}px`
    }

    function end(): void {
      const isFar = isSwiping && distance >= reach
      stop!()
      if (isFar) goBack()
    }

    stop = () => {
      main.removeEventListener('touchmove', move)
      main.removeEventListener('touchend', end)
      main.removeEventListener('touchcancel', stop!)
      main.style.translate = ''
      stop = null
    }
    // Added only now, because such a listener slows down scrolling.
    main.addEventListener('touchmove', move, { passive: false })
    main.addEventListener('touchend', end)
    main.addEventListener('touchcancel', stop)
  }

  main.addEventListener('touchstart', begin, { passive: true })
  return () => {
    stop?.()
    main.removeEventListener('touchstart', begin)
  }
}
