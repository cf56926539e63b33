import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { AREA_SIDES, areaBounds, isAreaSide, type TypedArea } from "./planForm.ts"

interface RowsProps {
  areas: readonly TypedArea[]
  setAreas(change: (areas: TypedArea[]) => TypedArea[]): void
}

/** Places and sizes of the keep-free areas as numbers. */
export const KeepFreeRows = ({ areas, setAreas }: RowsProps) => {
  const { roofPlan: words } = useAppText()
  const { format } = useSettings()
  const errorOf = (side: keyof TypedArea, text: string) => {
    const [least, most] = areaBounds(side)
    return isAreaSide(side, text) ? undefined : words.areaSide(format.typed(least), format.typed(most))
  }
  return areas.map((area, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an area is named by its place
    <div className="fields" key={index}>
      {AREA_SIDES.map(side => (
        <Field
          key={side}
          label={words.areaSides[side](String(index + 1))}
          hint="m"
          inputMode="decimal"
          autoComplete="off"
          value={area[side]}
          error={errorOf(side, area[side])}
          onChange={event => setAreas(all => all.with(index, { ...all[index]!, [side]: event.target.value }))}
        />
      ))}
      <button type="button" className="start" onClick={() => setAreas(all => all.filter((_, i) => i !== index))}>
        {words.removeArea(String(index + 1))}
      </button>
    </div>
  ))
}
