import type { assumed as english } from "./en.assumed.ts"

export const assumed: typeof english = {
  title: "Uitgangspunten",
  assumption: "Uitgangspunt",
  together: "Zoals aangenomen",
  otherwise: "Als het anders is",
  value: "Netto contante waarde",
  change: "Wijzigen",
  more: "Meer",
  readings: {
    "usual-contract": {
      assumed: () => "Eén stroomprijs, zoals gebruikelijk",
      otherwise: () => "Een dynamisch contract",
    },
    "dynamic-additions": {
      assumed: () => "Een dynamisch contract met gangbare belastingen en netkosten",
      otherwise: () => "Eén stroomprijs",
    },
    "average-of-bills": {
      assumed: value => `Stroom kost gemiddeld ${value}, inclusief vaste kosten`,
      otherwise: value => `Zonder de vaste kosten is dat ${value}`,
    },
    "usual-feed-in-end": {
      assumed: value => `Teruglevering wordt tot en met ${value} vergoed, daarna niet`,
      otherwise: value => `Teruglevering wordt tot en met ${value} vergoed`,
    },
    "plain-inverter": {
      assumed: () => "De omvormer levert ook terug bij negatieve prijzen",
      otherwise: () => "De omvormer stopt bij negatieve prijzen",
    },
    "price-growth": {
      assumed: value => `De stroomprijs stijgt ${value} per jaar`,
      otherwise: () => "De stroomprijs stijgt niet",
    },
    maintenance: {
      assumed: () => "Onderhoud is niet meegerekend",
      otherwise: () => "Met onderhoud tegen gangbare kosten",
    },
    "inverter-life": {
      assumed: value => `De omvormer gaat ${value} jaar mee`,
      otherwise: value => `Hij wordt na ${value} jaar één keer vervangen`,
    },
    "equipment-prices": {
      assumed: () => "Panelen en batterij tegen richtprijzen",
      otherwise: value => `Ze kosten ${value} meer`,
    },
    "plants-in-use": {
      assumed: value => `De panelen leveren ${value} per kWp per jaar`,
      otherwise: value => `Ze leveren ${value}, het gemiddelde van installaties in het land`,
    },
    "sun-of-prices": {
      assumed: value => `Zon en stroomprijzen horen bij elkaar: beide zijn als in ${value}`,
      otherwise: value => `De dagen van ${value} zoals ze waren: prijs en zon passen dan niet bij elkaar`,
    },
    "modelled-quarters": {
      assumed: (_value: string) => "Het verbruik binnen het uur is berekend: de kwartieren zijn schattingen",
      otherwise: (_value: string) => "Per uur berekend zijn de pieken lager",
    },
  },
}
