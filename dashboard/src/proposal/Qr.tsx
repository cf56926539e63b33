import { memo } from "react"
import { encode } from "uqr"

/**
 * A QR code of an address, dark on light in any theme, as cameras read it (ISO/IEC 18004, level M, four modules of
 * quiet around). It is made once, because making it takes longer than a frame of the sliders.
 */
export const Qr = memo(({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
})

export default Qr
