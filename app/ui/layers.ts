import { useEffect, useState } from "react";

/** Kinds of layers above the page, with the z-index each starts from. Source: seed, section 9. */
export const LAYER_BASES = { modal: 1_100, overlay: 1_000, menu: 1_000, tooltip: 1_100 } as const;

export type LayerKind = keyof typeof LAYER_BASES;

/** Open layers in opening order; `z` is the z-index. */
export type Layers = readonly { kind: LayerKind; z: number }[];

export const isLayerKind = (name: string | undefined): name is LayerKind => name !== undefined && name in LAYER_BASES;

/**
 * Returns the z-index of the next layer. The first gets its base plus one. On top of its own kind it gets the highest plus
 * one; on another kind, the highest plus its base plus one. Source: PrimeVue's ZIndex utility.
 */
export function nextLayer(open: Layers, kind: LayerKind) {
  const top = open.reduce<Layers[number] | null>((high, layer) => (high && high.z > layer.z ? high : layer), null);
  if (!top) return LAYER_BASES[kind] + 1;
  return top.z + (top.kind === kind ? 0 : LAYER_BASES[kind]) + 1;
}

let open: Layers = [];

/** Reserves a z-index for a layer that opens now. Call `close` to release it. */
export function openLayer(kind: LayerKind) {
  const layer = { kind, z: nextLayer(open, kind) };
  open = [...open, layer];
  return {
    z: layer.z,
    close() {
      open = open.filter((other) => other !== layer);
    },
  };
}

/** The z-index of a React layer; undefined while closed or without scripts. */
export function useLayer(kind: LayerKind, isOpen: boolean) {
  const [z, setZ] = useState<number>();
  useEffect(() => {
    if (!isOpen) return;
    const layer = openLayer(kind);
    setZ(layer.z);
    return () => {
      layer.close();
      setZ(undefined);
    };
  }, [kind, isOpen]);
  return z;
}
