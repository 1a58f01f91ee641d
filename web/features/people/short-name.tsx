import './marks.css'

/** A name that may be shorter than the whole one. Then CSS draws it, and the label of the link around it says the whole name. */
export const ShortName = ({ of, whole }: { of: string; whole: string }) =>
  of === whole ? <bdi class="own-name">{of}</bdi> : <bdi class="own-name drawn" data-text={of} />
