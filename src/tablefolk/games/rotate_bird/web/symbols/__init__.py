"""What the web does for symbols alone: packs as files, pictures to take along (RB-182 … RB-190)."""
