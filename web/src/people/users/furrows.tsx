/** Sunrise over ploughed land: drawn, because a photograph would cost a slow line more than the whole screen. */
export function Furrows({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 400 240" preserveAspectRatio="xMidYMin slice" aria-hidden className={className}>
      <circle cx="252" cy="100" r="50" className="fill-haldi" />
      <path d="M0 92C70 66 130 74 200 92s130 22 200-6v154H0z" className="fill-leaf-deep" />
      <path d="M0 92C70 66 130 74 200 92s130 22 200-6v154H0z" className="fill-on-bar-wash" />
      {rows.map(([left, right]) => (
        <path key={left} d={`M252 103L${left} 240H${right}Z`} className="fill-leaf-deep" />
      ))}
    </svg>
  );
}

// Where each furrow ends at the lower edge; all of them meet at the horizon.
const rows = [
  [-520, -380],
  [-250, -130],
  [-20, 70],
  [150, 215],
  [280, 345],
  [430, 530],
  [650, 790],
] as const;
