; ModuleID = 'kernels.cu'
source_filename = "kernels.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Body = type { float, float, float, float, float, float, float, float }
%struct.Args = type { ptr, ptr, i32, float, i64 }
%struct.float4 = type { float, float, float, float }

@_ZZ11matmulTiledE2as = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 4
@_ZZ11matmulTiledE2bs = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 4
@_ZZ13transposeTileE4tile = internal unnamed_addr addrspace(3) global [32 x [32 x float]] undef, align 4
@_ZZ15transposePaddedE4tile = internal unnamed_addr addrspace(3) global [32 x [33 x float]] undef, align 4
@s = external dso_local local_unnamed_addr addrspace(3) global [0 x float], align 4
@_ZZ9histogramE1h = internal addrspace(3) global [256 x i32] undef, align 4
@coef = dso_local addrspace(4) externally_initialized constant [16 x float] zeroinitializer, align 4
@_ZZ8twoStepsE5piece = internal unnamed_addr addrspace(3) global [2 x [32 x [36 x float]]] undef, align 4
@_ZZ4tapsE5piece = internal unnamed_addr addrspace(3) global [64 x float] undef, align 4
@__cudart_i2opi_f = internal unnamed_addr addrspace(1) constant [6 x i32] [i32 1011060801, i32 -614296167, i32 -181084736, i32 -64530479, i32 1313084713, i32 -1560706194], align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @coef to ptr)], section "llvm.metadata"

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @saxpy(i32 noundef %0, float noundef %1, ptr noalias noundef readonly captures(none) %2, ptr noundef captures(none) %3) local_unnamed_addr #0 !dbg !15 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !18
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !22
  %7 = mul i32 %5, %6, !dbg !25
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !26
  %9 = add i32 %7, %8, !dbg !29
  %10 = icmp slt i32 %9, %0, !dbg !30
  br i1 %10, label %11, label %19, !dbg !30

11:                                               ; preds = %4
  %12 = sext i32 %9 to i64, !dbg !31
  %13 = getelementptr inbounds float, ptr %2, i64 %12, !dbg !31
  %14 = load float, ptr %13, align 4, !dbg !31, !tbaa !32
  %15 = fmul contract float %1, %14, !dbg !34
  %16 = getelementptr inbounds float, ptr %3, i64 %12, !dbg !35
  %17 = load float, ptr %16, align 4, !dbg !35, !tbaa !32
  %18 = fadd contract float %15, %17, !dbg !36
  store float %18, ptr %16, align 4, !dbg !37, !tbaa !32
  br label %19, !dbg !38

19:                                               ; preds = %11, %4
  ret void, !dbg !39
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @gridStride(i32 noundef %0, float noundef %1, ptr noundef readonly captures(none) %2, ptr noundef captures(none) %3) local_unnamed_addr #1 !dbg !40 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !41
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !43
  %7 = mul i32 %5, %6, !dbg !45
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !46
  %9 = add i32 %7, %8, !dbg !48
  %10 = icmp slt i32 %9, %0, !dbg !49
  br i1 %10, label %11, label %14, !dbg !50

11:                                               ; preds = %4
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %13 = mul i32 %6, %12
  br label %15, !dbg !50

14:                                               ; preds = %15, %4
  ret void, !dbg !51

15:                                               ; preds = %11, %15
  %16 = phi i32 [ %9, %11 ], [ %24, %15 ]
  %17 = sext i32 %16 to i64, !dbg !52
  %18 = getelementptr inbounds float, ptr %2, i64 %17, !dbg !52
  %19 = load float, ptr %18, align 4, !dbg !52, !tbaa !32
  %20 = fmul contract float %1, %19, !dbg !53
  %21 = getelementptr inbounds float, ptr %3, i64 %17, !dbg !54
  %22 = load float, ptr %21, align 4, !dbg !54, !tbaa !32
  %23 = fadd contract float %20, %22, !dbg !55
  store float %23, ptr %21, align 4, !dbg !56, !tbaa !32
  %24 = add i32 %16, %13, !dbg !57
  %25 = icmp slt i32 %24, %0, !dbg !49
  br i1 %25, label %15, label %14, !dbg !50, !llvm.loop !58
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @matmulNaive(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 !dbg !62 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !63
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !66
  %7 = mul nuw nsw i32 %5, %6, !dbg !69
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !70
  %9 = add nuw nsw i32 %7, %8, !dbg !73
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !74
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !76
  %12 = mul i32 %10, %11, !dbg !78
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !79
  %14 = add i32 %12, %13, !dbg !81
  %15 = icmp slt i32 %9, %3, !dbg !82
  %16 = icmp slt i32 %14, %3
  %17 = and i1 %15, %16, !dbg !83
  br i1 %17, label %18, label %40, !dbg !83

18:                                               ; preds = %4
  %19 = mul nsw i32 %3, %9
  br label %24, !dbg !84

20:                                               ; preds = %24
  %21 = add nsw i32 %19, %14, !dbg !85
  %22 = sext i32 %21 to i64, !dbg !86
  %23 = getelementptr inbounds float, ptr %2, i64 %22, !dbg !86
  store float %37, ptr %23, align 4, !dbg !87, !tbaa !32
  br label %40, !dbg !88

24:                                               ; preds = %18, %24
  %25 = phi i32 [ 0, %18 ], [ %38, %24 ]
  %26 = phi float [ 0.000000e+00, %18 ], [ %37, %24 ]
  %27 = add nuw nsw i32 %25, %19, !dbg !89
  %28 = zext nneg i32 %27 to i64, !dbg !90
  %29 = getelementptr inbounds nuw float, ptr %0, i64 %28, !dbg !90
  %30 = load float, ptr %29, align 4, !dbg !90, !tbaa !32
  %31 = mul nuw nsw i32 %25, %3, !dbg !91
  %32 = add nsw i32 %31, %14, !dbg !92
  %33 = sext i32 %32 to i64, !dbg !93
  %34 = getelementptr inbounds float, ptr %1, i64 %33, !dbg !93
  %35 = load float, ptr %34, align 4, !dbg !93, !tbaa !32
  %36 = fmul contract float %30, %35, !dbg !94
  %37 = fadd contract float %26, %36, !dbg !95
  %38 = add nuw nsw i32 %25, 1, !dbg !96
  %39 = icmp eq i32 %38, %3, !dbg !97
  br i1 %39, label %20, label %24, !dbg !84, !llvm.loop !98

40:                                               ; preds = %20, %4
  ret void, !dbg !100
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @matmulTiled(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #2 !dbg !101 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !102
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !104
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !106
  %8 = shl nuw nsw i32 %7, 4, !dbg !108
  %9 = add nuw nsw i32 %8, %6, !dbg !109
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !110
  %11 = shl i32 %10, 4, !dbg !112
  %12 = add i32 %11, %5, !dbg !113
  %13 = sdiv i32 %3, 16
  %14 = icmp sgt i32 %3, 15, !dbg !114
  %15 = mul nsw i32 %3, %9
  br i1 %14, label %16, label %25, !dbg !115

16:                                               ; preds = %4
  %17 = add nuw i32 %15, %5
  %18 = zext nneg i32 %6 to i64
  %19 = getelementptr inbounds nuw [16 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ11matmulTiledE2as to ptr), i64 %18
  %20 = zext nneg i32 %5 to i64
  %21 = getelementptr inbounds nuw float, ptr %19, i64 %20
  %22 = getelementptr inbounds nuw [16 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ11matmulTiledE2bs to ptr), i64 %18
  %23 = getelementptr inbounds nuw float, ptr %22, i64 %20
  %24 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ11matmulTiledE2bs to ptr), i64 %20
  br label %30, !dbg !115

25:                                               ; preds = %44, %4
  %26 = phi float [ 0.000000e+00, %4 ], [ %56, %44 ], !dbg !116
  %27 = add nsw i32 %15, %12, !dbg !117
  %28 = sext i32 %27 to i64, !dbg !118
  %29 = getelementptr inbounds float, ptr %2, i64 %28, !dbg !118
  store float %26, ptr %29, align 4, !dbg !119, !tbaa !32
  ret void, !dbg !120

30:                                               ; preds = %16, %44
  %31 = phi i32 [ 0, %16 ], [ %45, %44 ]
  %32 = phi float [ 0.000000e+00, %16 ], [ %56, %44 ]
  %33 = shl nsw i32 %31, 4, !dbg !121
  %34 = add i32 %17, %33, !dbg !122
  %35 = sext i32 %34 to i64, !dbg !123
  %36 = getelementptr inbounds float, ptr %0, i64 %35, !dbg !123
  %37 = load float, ptr %36, align 4, !dbg !123, !tbaa !32
  store float %37, ptr %21, align 4, !dbg !124, !tbaa !32
  %38 = add nuw nsw i32 %33, %6, !dbg !125
  %39 = mul nuw nsw i32 %38, %3, !dbg !126
  %40 = add nsw i32 %39, %12, !dbg !127
  %41 = sext i32 %40 to i64, !dbg !128
  %42 = getelementptr inbounds float, ptr %1, i64 %41, !dbg !128
  %43 = load float, ptr %42, align 4, !dbg !128, !tbaa !32
  store float %43, ptr %23, align 4, !dbg !129, !tbaa !32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !130
  br label %47, !dbg !131

44:                                               ; preds = %47
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !132
  %45 = add nuw nsw i32 %31, 1, !dbg !133
  %46 = icmp eq i32 %45, %13, !dbg !114
  br i1 %46, label %25, label %30, !dbg !115, !llvm.loop !134

47:                                               ; preds = %30, %47
  %48 = phi i32 [ 0, %30 ], [ %57, %47 ]
  %49 = phi float [ %32, %30 ], [ %56, %47 ]
  %50 = zext nneg i32 %48 to i64, !dbg !136
  %51 = getelementptr inbounds nuw float, ptr %19, i64 %50, !dbg !136
  %52 = load float, ptr %51, align 4, !dbg !136, !tbaa !32
  %53 = getelementptr inbounds nuw [16 x float], ptr %24, i64 %50, !dbg !137
  %54 = load float, ptr %53, align 4, !dbg !137, !tbaa !32
  %55 = fmul contract float %52, %54, !dbg !138
  %56 = fadd contract float %49, %55, !dbg !139
  %57 = add nuw nsw i32 %48, 1, !dbg !140
  %58 = icmp eq i32 %57, 16, !dbg !141
  br i1 %58, label %44, label %47, !dbg !131, !llvm.loop !142
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @transposeNaive(ptr noundef writeonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #1 !dbg !144 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !145
  %6 = shl i32 %5, 5, !dbg !147
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !148
  %8 = add i32 %6, %7, !dbg !150
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !151
  %10 = shl nuw nsw i32 %9, 5, !dbg !153
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !154
  %12 = add nuw nsw i32 %10, %11, !dbg !156
  %13 = mul nsw i32 %3, %8
  %14 = add nsw i32 %13, %12
  br label %16, !dbg !157

15:                                               ; preds = %16
  ret void, !dbg !158

16:                                               ; preds = %4, %16
  %17 = phi i32 [ 0, %4 ], [ %27, %16 ]
  %18 = add nuw nsw i32 %17, %12, !dbg !159
  %19 = mul nsw i32 %18, %2, !dbg !160
  %20 = add nsw i32 %19, %8, !dbg !161
  %21 = sext i32 %20 to i64, !dbg !162
  %22 = getelementptr inbounds float, ptr %1, i64 %21, !dbg !162
  %23 = load float, ptr %22, align 4, !dbg !162, !tbaa !32
  %24 = add nsw i32 %14, %17, !dbg !163
  %25 = sext i32 %24 to i64, !dbg !164
  %26 = getelementptr inbounds float, ptr %0, i64 %25, !dbg !164
  store float %23, ptr %26, align 4, !dbg !165, !tbaa !32
  %27 = add nuw nsw i32 %17, 8, !dbg !166
  %28 = icmp samesign ult i32 %17, 24, !dbg !167
  br i1 %28, label %16, label %15, !dbg !157, !llvm.loop !168
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @transposeTile(ptr noundef writeonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #2 !dbg !170 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !171
  %6 = shl i32 %5, 5, !dbg !173
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !174
  %8 = add i32 %6, %7, !dbg !176
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !177
  %10 = shl nuw nsw i32 %9, 5, !dbg !179
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !180
  %12 = add nuw nsw i32 %10, %11, !dbg !182
  %13 = zext nneg i32 %7 to i64
  %14 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ13transposeTileE4tile to ptr), i64 %13, !dbg !183
  br label %19, !dbg !184

15:                                               ; preds = %19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !185
  %16 = add nuw nsw i32 %10, %7, !dbg !186
  %17 = add i32 %6, %11, !dbg !187
  %18 = getelementptr inbounds nuw [32 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ13transposeTileE4tile to ptr), i64 %13
  br label %33, !dbg !188

19:                                               ; preds = %4, %19
  %20 = phi i32 [ 0, %4 ], [ %30, %19 ]
  %21 = add nuw nsw i32 %12, %20, !dbg !189
  %22 = mul nsw i32 %21, %2, !dbg !190
  %23 = add nsw i32 %8, %22, !dbg !191
  %24 = sext i32 %23 to i64, !dbg !192
  %25 = getelementptr inbounds float, ptr %1, i64 %24, !dbg !192
  %26 = load float, ptr %25, align 4, !dbg !192, !tbaa !32
  %27 = add nuw nsw i32 %20, %11, !dbg !193
  %28 = zext nneg i32 %27 to i64, !dbg !194
  %29 = getelementptr inbounds nuw [32 x float], ptr %14, i64 %28, !dbg !194
  store float %26, ptr %29, align 4, !dbg !195, !tbaa !32
  %30 = add nuw nsw i32 %20, 8, !dbg !196
  %31 = icmp samesign ult i32 %20, 24, !dbg !197
  br i1 %31, label %19, label %15, !dbg !184, !llvm.loop !198

32:                                               ; preds = %33
  ret void, !dbg !200

33:                                               ; preds = %15, %33
  %34 = phi i32 [ 0, %15 ], [ %44, %33 ]
  %35 = add nuw nsw i32 %34, %11, !dbg !201
  %36 = zext nneg i32 %35 to i64, !dbg !202
  %37 = getelementptr inbounds nuw float, ptr %18, i64 %36, !dbg !202
  %38 = load float, ptr %37, align 4, !dbg !202, !tbaa !32
  %39 = add nsw i32 %17, %34, !dbg !203
  %40 = mul nsw i32 %39, %3, !dbg !204
  %41 = add nsw i32 %16, %40, !dbg !205
  %42 = sext i32 %41 to i64, !dbg !206
  %43 = getelementptr inbounds float, ptr %0, i64 %42, !dbg !206
  store float %38, ptr %43, align 4, !dbg !207, !tbaa !32
  %44 = add nuw nsw i32 %34, 8, !dbg !208
  %45 = icmp samesign ult i32 %34, 24, !dbg !209
  br i1 %45, label %33, label %32, !dbg !188, !llvm.loop !210
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @transposePadded(ptr noundef writeonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #2 !dbg !212 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !213
  %6 = shl i32 %5, 5, !dbg !215
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !216
  %8 = add i32 %6, %7, !dbg !218
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !219
  %10 = shl nuw nsw i32 %9, 5, !dbg !221
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !222
  %12 = add nuw nsw i32 %10, %11, !dbg !224
  %13 = zext nneg i32 %7 to i64
  %14 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ15transposePaddedE4tile to ptr), i64 %13, !dbg !225
  br label %19, !dbg !226

15:                                               ; preds = %19
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !227
  %16 = add nuw nsw i32 %10, %7, !dbg !228
  %17 = add i32 %6, %11, !dbg !229
  %18 = getelementptr inbounds nuw [33 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ15transposePaddedE4tile to ptr), i64 %13
  br label %33, !dbg !230

19:                                               ; preds = %4, %19
  %20 = phi i32 [ 0, %4 ], [ %30, %19 ]
  %21 = add nuw nsw i32 %12, %20, !dbg !231
  %22 = mul nsw i32 %21, %2, !dbg !232
  %23 = add nsw i32 %8, %22, !dbg !233
  %24 = sext i32 %23 to i64, !dbg !234
  %25 = getelementptr inbounds float, ptr %1, i64 %24, !dbg !234
  %26 = load float, ptr %25, align 4, !dbg !234, !tbaa !32
  %27 = add nuw nsw i32 %20, %11, !dbg !235
  %28 = zext nneg i32 %27 to i64, !dbg !236
  %29 = getelementptr inbounds nuw [33 x float], ptr %14, i64 %28, !dbg !236
  store float %26, ptr %29, align 4, !dbg !237, !tbaa !32
  %30 = add nuw nsw i32 %20, 8, !dbg !238
  %31 = icmp samesign ult i32 %20, 24, !dbg !239
  br i1 %31, label %19, label %15, !dbg !226, !llvm.loop !240

32:                                               ; preds = %33
  ret void, !dbg !242

33:                                               ; preds = %15, %33
  %34 = phi i32 [ 0, %15 ], [ %44, %33 ]
  %35 = add nuw nsw i32 %34, %11, !dbg !243
  %36 = zext nneg i32 %35 to i64, !dbg !244
  %37 = getelementptr inbounds nuw float, ptr %18, i64 %36, !dbg !244
  %38 = load float, ptr %37, align 4, !dbg !244, !tbaa !32
  %39 = add nsw i32 %17, %34, !dbg !245
  %40 = mul nsw i32 %39, %3, !dbg !246
  %41 = add nsw i32 %16, %40, !dbg !247
  %42 = sext i32 %41 to i64, !dbg !248
  %43 = getelementptr inbounds float, ptr %0, i64 %42, !dbg !248
  store float %38, ptr %43, align 4, !dbg !249, !tbaa !32
  %44 = add nuw nsw i32 %34, 8, !dbg !250
  %45 = icmp samesign ult i32 %34, 24, !dbg !251
  br i1 %45, label %33, label %32, !dbg !230, !llvm.loop !252
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @reduceShared(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, i32 noundef %2) local_unnamed_addr #2 !dbg !254 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !255
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !257
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !259
  %7 = mul i32 %5, %6, !dbg !261
  %8 = add i32 %7, %4, !dbg !262
  %9 = icmp slt i32 %8, %2, !dbg !263
  br i1 %9, label %10, label %14, !dbg !264

10:                                               ; preds = %3
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds float, ptr %0, i64 %11
  %13 = load float, ptr %12, align 4, !dbg !265, !tbaa !32
  br label %14, !dbg !264

14:                                               ; preds = %3, %10
  %15 = phi contract float [ %13, %10 ], [ 0.000000e+00, %3 ], !dbg !264
  %16 = zext nneg i32 %4 to i64, !dbg !266
  %17 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %16, !dbg !266
  store float %15, ptr %17, align 4, !dbg !267, !tbaa !32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !268
  %18 = lshr i32 %6, 1, !dbg !269
  %19 = icmp eq i32 %18, 0, !dbg !270
  br i1 %19, label %20, label %22, !dbg !271

20:                                               ; preds = %32, %14
  %21 = icmp eq i32 %4, 0, !dbg !272
  br i1 %21, label %35, label %38, !dbg !272

22:                                               ; preds = %14, %32
  %23 = phi i32 [ %33, %32 ], [ %18, %14 ]
  %24 = icmp samesign ult i32 %4, %23, !dbg !273
  br i1 %24, label %25, label %32, !dbg !273

25:                                               ; preds = %22
  %26 = add nuw nsw i32 %23, %4
  %27 = zext nneg i32 %26 to i64
  %28 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %27
  %29 = load float, ptr %28, align 4, !dbg !274, !tbaa !32
  %30 = load float, ptr %17, align 4, !dbg !275, !tbaa !32
  %31 = fadd contract float %29, %30, !dbg !275
  store float %31, ptr %17, align 4, !dbg !275, !tbaa !32
  br label %32, !dbg !276

32:                                               ; preds = %25, %22
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !277
  %33 = lshr i32 %23, 1, !dbg !269
  %34 = icmp eq i32 %33, 0, !dbg !270
  br i1 %34, label %20, label %22, !dbg !271, !llvm.loop !278

35:                                               ; preds = %20
  %36 = load float, ptr addrspacecast (ptr addrspace(3) @s to ptr), align 4, !dbg !280, !tbaa !32
  %37 = atomicrmw fadd ptr %1, float %36 seq_cst, align 4, !dbg !281
  br label %38, !dbg !288

38:                                               ; preds = %35, %20
  ret void, !dbg !289
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @stencil3d(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) local_unnamed_addr #1 !dbg !290 {
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !291
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !293
  %8 = mul i32 %6, %7, !dbg !295
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !296
  %10 = add i32 %8, %9, !dbg !298
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !299
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !301
  %13 = mul nuw nsw i32 %11, %12, !dbg !303
  %14 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !304
  %15 = add nuw nsw i32 %13, %14, !dbg !306
  %16 = icmp sgt i32 %10, 0, !dbg !307
  %17 = icmp ne i32 %15, 0
  %18 = and i1 %16, %17, !dbg !308
  %19 = add nsw i32 %2, -1
  %20 = icmp slt i32 %10, %19
  %21 = select i1 %18, i1 %20, i1 false, !dbg !308
  %22 = add nsw i32 %3, -1
  %23 = icmp slt i32 %15, %22
  %24 = select i1 %21, i1 %23, i1 false, !dbg !308
  %25 = icmp sgt i32 %4, 2
  %26 = and i1 %24, %25, !dbg !308
  br i1 %26, label %27, label %70, !dbg !308

27:                                               ; preds = %5
  %28 = sext i32 %2 to i64
  %29 = sext i32 %3 to i64
  %30 = mul nsw i64 %29, %28
  %31 = mul nsw i32 %2, %15
  %32 = sext i32 %31 to i64
  %33 = zext nneg i32 %10 to i64
  %34 = add nsw i64 %32, %33
  %35 = mul nsw i32 %3, %2
  %36 = sext i32 %35 to i64
  %37 = add nsw i32 %4, -2
  br label %38, !dbg !309

38:                                               ; preds = %27, %38
  %39 = phi i32 [ 1, %27 ], [ %68, %38 ]
  %40 = zext nneg i32 %39 to i64, !dbg !310
  %41 = mul i64 %30, %40, !dbg !311
  %42 = add i64 %34, %41, !dbg !312
  %43 = getelementptr inbounds nuw float, ptr %0, i64 %42, !dbg !313
  %44 = load float, ptr %43, align 4, !dbg !313, !tbaa !32
  %45 = fmul contract float %44, 5.000000e-01, !dbg !314
  %46 = getelementptr i8, ptr %43, i64 -4, !dbg !315
  %47 = load float, ptr %46, align 4, !dbg !315, !tbaa !32
  %48 = getelementptr i8, ptr %43, i64 4, !dbg !316
  %49 = load float, ptr %48, align 4, !dbg !316, !tbaa !32
  %50 = fadd contract float %47, %49, !dbg !317
  %51 = sub i64 %42, %28, !dbg !318
  %52 = getelementptr inbounds nuw float, ptr %0, i64 %51, !dbg !319
  %53 = load float, ptr %52, align 4, !dbg !319, !tbaa !32
  %54 = fadd contract float %50, %53, !dbg !320
  %55 = getelementptr float, ptr %43, i64 %28, !dbg !321
  %56 = load float, ptr %55, align 4, !dbg !321, !tbaa !32
  %57 = fadd contract float %54, %56, !dbg !322
  %58 = sub i64 %42, %36, !dbg !323
  %59 = getelementptr inbounds nuw float, ptr %0, i64 %58, !dbg !324
  %60 = load float, ptr %59, align 4, !dbg !324, !tbaa !32
  %61 = fadd contract float %57, %60, !dbg !325
  %62 = getelementptr float, ptr %43, i64 %36, !dbg !326
  %63 = load float, ptr %62, align 4, !dbg !326, !tbaa !32
  %64 = fadd contract float %61, %63, !dbg !327
  %65 = fmul contract float %64, 0x3FB99999A0000000, !dbg !328
  %66 = fadd contract float %45, %65, !dbg !329
  %67 = getelementptr inbounds nuw float, ptr %1, i64 %42, !dbg !330
  store float %66, ptr %67, align 4, !dbg !331, !tbaa !32
  %68 = add nuw nsw i32 %39, 1, !dbg !332
  %69 = icmp eq i32 %39, %37, !dbg !333
  br i1 %69, label %70, label %38, !dbg !309, !llvm.loop !334

70:                                               ; preds = %38, %5
  ret void, !dbg !336
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @gather(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 !dbg !337 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !338
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !340
  %7 = mul i32 %5, %6, !dbg !342
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !343
  %9 = add i32 %7, %8, !dbg !345
  %10 = icmp slt i32 %9, %3, !dbg !346
  br i1 %10, label %11, label %19, !dbg !346

11:                                               ; preds = %4
  %12 = sext i32 %9 to i64, !dbg !347
  %13 = getelementptr inbounds i32, ptr %0, i64 %12, !dbg !347
  %14 = load i32, ptr %13, align 4, !dbg !347, !tbaa !10
  %15 = sext i32 %14 to i64, !dbg !348
  %16 = getelementptr inbounds float, ptr %1, i64 %15, !dbg !348
  %17 = load float, ptr %16, align 4, !dbg !348, !tbaa !32
  %18 = getelementptr inbounds float, ptr %2, i64 %12, !dbg !349
  store float %17, ptr %18, align 4, !dbg !350, !tbaa !32
  br label %19, !dbg !349

19:                                               ; preds = %11, %4
  ret void, !dbg !351
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @aos(ptr noundef captures(none) %0, float noundef %1, i32 noundef %2) local_unnamed_addr #0 !dbg !352 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !353
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !355
  %6 = mul i32 %4, %5, !dbg !357
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !358
  %8 = add i32 %6, %7, !dbg !360
  %9 = icmp slt i32 %8, %2, !dbg !361
  br i1 %9, label %10, label %18, !dbg !361

10:                                               ; preds = %3
  %11 = sext i32 %8 to i64, !dbg !362
  %12 = getelementptr inbounds %struct.Body, ptr %0, i64 %11, !dbg !362
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 16, !dbg !363
  %14 = load float, ptr %13, align 4, !dbg !363, !tbaa !364
  %15 = fmul contract float %1, %14, !dbg !366
  %16 = load float, ptr %12, align 4, !dbg !367, !tbaa !368
  %17 = fadd contract float %16, %15, !dbg !367
  store float %17, ptr %12, align 4, !dbg !367, !tbaa !368
  br label %18, !dbg !369

18:                                               ; preds = %10, %3
  ret void, !dbg !370
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @triangular(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #1 !dbg !371 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !372
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !374
  %6 = mul i32 %4, %5, !dbg !376
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !377
  %8 = add i32 %6, %7, !dbg !379
  %9 = icmp slt i32 %8, %2, !dbg !380
  br i1 %9, label %10, label %35, !dbg !380

10:                                               ; preds = %3
  %11 = icmp sgt i32 %2, 0, !dbg !381
  br i1 %11, label %12, label %16, !dbg !382

12:                                               ; preds = %10, %20
  %13 = phi i32 [ %22, %20 ], [ 0, %10 ]
  %14 = phi float [ %21, %20 ], [ 0.000000e+00, %10 ]
  %15 = icmp eq i32 %13, 0, !dbg !383
  br i1 %15, label %20, label %24, !dbg !384

16:                                               ; preds = %20, %10
  %17 = phi float [ 0.000000e+00, %10 ], [ %21, %20 ], !dbg !385
  %18 = sext i32 %8 to i64, !dbg !386
  %19 = getelementptr inbounds float, ptr %1, i64 %18, !dbg !386
  store float %17, ptr %19, align 4, !dbg !387, !tbaa !32
  br label %35, !dbg !388

20:                                               ; preds = %24, %12
  %21 = phi float [ %14, %12 ], [ %32, %24 ], !dbg !389
  %22 = add nuw nsw i32 %13, 1, !dbg !390
  %23 = icmp eq i32 %22, %2, !dbg !381
  br i1 %23, label %16, label %12, !dbg !382, !llvm.loop !391

24:                                               ; preds = %12, %24
  %25 = phi i32 [ %33, %24 ], [ 0, %12 ]
  %26 = phi float [ %32, %24 ], [ %14, %12 ]
  %27 = mul nuw nsw i32 %25, %2, !dbg !393
  %28 = add nsw i32 %27, %8, !dbg !394
  %29 = sext i32 %28 to i64, !dbg !395
  %30 = getelementptr inbounds float, ptr %0, i64 %29, !dbg !395
  %31 = load float, ptr %30, align 4, !dbg !395, !tbaa !32
  %32 = fadd contract float %26, %31, !dbg !396
  %33 = add nuw nsw i32 %25, 1, !dbg !397
  %34 = icmp eq i32 %33, %13, !dbg !383
  br i1 %34, label %20, label %24, !dbg !384, !llvm.loop !398

35:                                               ; preds = %3, %16
  ret void, !dbg !388
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @whileData(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #1 !dbg !399 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !400
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !402
  %6 = mul i32 %4, %5, !dbg !404
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !405
  %8 = add i32 %6, %7, !dbg !407
  %9 = icmp slt i32 %8, %2, !dbg !408
  br i1 %9, label %10, label %24, !dbg !408

10:                                               ; preds = %3
  %11 = icmp eq i32 %8, -1, !dbg !409
  br i1 %11, label %20, label %12, !dbg !410

12:                                               ; preds = %10, %12
  %13 = phi i32 [ %17, %12 ], [ %8, %10 ]
  %14 = phi i32 [ %18, %12 ], [ 0, %10 ]
  %15 = sext i32 %13 to i64, !dbg !411
  %16 = getelementptr inbounds i32, ptr %0, i64 %15, !dbg !411
  %17 = load i32, ptr %16, align 4, !dbg !411, !tbaa !10
  %18 = add nuw nsw i32 %14, 1, !dbg !412
  %19 = icmp eq i32 %17, -1, !dbg !409
  br i1 %19, label %20, label %12, !dbg !410, !llvm.loop !413

20:                                               ; preds = %12, %10
  %21 = phi i32 [ 0, %10 ], [ %18, %12 ], !dbg !415
  %22 = sext i32 %8 to i64, !dbg !416
  %23 = getelementptr inbounds i32, ptr %1, i64 %22, !dbg !416
  store i32 %21, ptr %23, align 4, !dbg !417, !tbaa !10
  br label %24, !dbg !418

24:                                               ; preds = %3, %20
  ret void, !dbg !418
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @rows2d(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #0 !dbg !419 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !420
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !422
  %6 = mul nuw nsw i32 %4, %5, !dbg !424
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !425
  %8 = add nuw nsw i32 %6, %7, !dbg !427
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !428
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !430
  %11 = mul i32 %9, %10, !dbg !432
  %12 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !433
  %13 = add i32 %11, %12, !dbg !435
  %14 = mul nsw i32 %2, %8, !dbg !436
  %15 = add nsw i32 %13, %14, !dbg !437
  %16 = sext i32 %15 to i64, !dbg !438
  %17 = getelementptr inbounds float, ptr %0, i64 %16, !dbg !438
  %18 = load float, ptr %17, align 4, !dbg !438, !tbaa !32
  %19 = fmul contract float %18, 2.000000e+00, !dbg !439
  %20 = getelementptr inbounds float, ptr %1, i64 %16, !dbg !440
  store float %19, ptr %20, align 4, !dbg !441, !tbaa !32
  ret void, !dbg !442
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @histogram(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, i32 noundef %2) local_unnamed_addr #2 !dbg !443 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !444
  %5 = icmp samesign ult i32 %4, 256, !dbg !446
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br i1 %5, label %15, label %7, !dbg !447

7:                                                ; preds = %15, %3
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !448
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !449
  %9 = mul i32 %8, %6, !dbg !451
  %10 = add i32 %9, %4, !dbg !452
  %11 = icmp slt i32 %10, %2, !dbg !453
  br i1 %11, label %12, label %21, !dbg !454

12:                                               ; preds = %7
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %14 = mul i32 %13, %6
  br label %22, !dbg !454

15:                                               ; preds = %3, %15
  %16 = phi i32 [ %19, %15 ], [ %4, %3 ]
  %17 = zext nneg i32 %16 to i64, !dbg !455
  %18 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9histogramE1h to ptr), i64 %17, !dbg !455
  store i32 0, ptr %18, align 4, !dbg !456, !tbaa !10
  %19 = add nuw nsw i32 %16, %6, !dbg !457
  %20 = icmp samesign ult i32 %19, 256, !dbg !446
  br i1 %20, label %15, label %7, !dbg !447, !llvm.loop !458

21:                                               ; preds = %22, %7
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !460
  br i1 %5, label %33, label %32, !dbg !461

22:                                               ; preds = %12, %22
  %23 = phi i32 [ %10, %12 ], [ %30, %22 ]
  %24 = sext i32 %23 to i64, !dbg !462
  %25 = getelementptr inbounds i8, ptr %0, i64 %24, !dbg !462
  %26 = load i8, ptr %25, align 1, !dbg !462, !tbaa !463
  %27 = zext i8 %26 to i64, !dbg !464
  %28 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9histogramE1h to ptr), i64 %27, !dbg !464
  %29 = atomicrmw add ptr %28, i32 1 seq_cst, align 4, !dbg !465
  %30 = add i32 %23, %14, !dbg !471
  %31 = icmp slt i32 %30, %2, !dbg !453
  br i1 %31, label %22, label %21, !dbg !454, !llvm.loop !472

32:                                               ; preds = %33, %21
  ret void, !dbg !474

33:                                               ; preds = %21, %33
  %34 = phi i32 [ %40, %33 ], [ %4, %21 ]
  %35 = zext nneg i32 %34 to i64, !dbg !475
  %36 = getelementptr inbounds nuw i32, ptr %1, i64 %35, !dbg !475
  %37 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @_ZZ9histogramE1h to ptr), i64 %35, !dbg !476
  %38 = load i32, ptr %37, align 4, !dbg !476, !tbaa !10
  %39 = atomicrmw add ptr %36, i32 %38 seq_cst, align 4, !dbg !477
  %40 = add nuw nsw i32 %34, %6, !dbg !480
  %41 = icmp samesign ult i32 %40, 256, !dbg !481
  br i1 %41, label %33, label %32, !dbg !461, !llvm.loop !482
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define dso_local ptx_kernel void @byval(ptr noundef readonly byval(%struct.Args) align 8 captures(none) %0) local_unnamed_addr #4 !dbg !484 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !485
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !487
  %4 = mul i32 %2, %3, !dbg !489
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !490
  %6 = add i32 %4, %5, !dbg !492
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16, !dbg !493
  %8 = load i32, ptr %7, align 8, !dbg !493, !tbaa !494
  %9 = icmp slt i32 %6, %8, !dbg !499
  br i1 %9, label %10, label %24, !dbg !499

10:                                               ; preds = %1
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 20, !dbg !500
  %12 = load float, ptr %11, align 4, !dbg !500, !tbaa !501
  %13 = load ptr, ptr %0, align 8, !dbg !502, !tbaa !503
  %14 = sext i32 %6 to i64, !dbg !504
  %15 = getelementptr inbounds float, ptr %13, i64 %14, !dbg !504
  %16 = load float, ptr %15, align 4, !dbg !504, !tbaa !32
  %17 = fmul contract float %12, %16, !dbg !505
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 8, !dbg !506
  %19 = load ptr, ptr %18, align 8, !dbg !506, !tbaa !507
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24, !dbg !508
  %21 = load i64, ptr %20, align 8, !dbg !508, !tbaa !509
  %22 = mul nsw i64 %21, %14, !dbg !510
  %23 = getelementptr inbounds float, ptr %19, i64 %22, !dbg !511
  store float %17, ptr %23, align 4, !dbg !512, !tbaa !32
  br label %24, !dbg !511

24:                                               ; preds = %10, %1
  ret void, !dbg !513
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @sizeTIndex(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i64 noundef %2) local_unnamed_addr #0 !dbg !514 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !515
  %5 = zext nneg i32 %4 to i64, !dbg !517
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !518
  %7 = zext nneg i32 %6 to i64, !dbg !520
  %8 = mul nuw nsw i64 %5, %7, !dbg !521
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !522
  %10 = zext nneg i32 %9 to i64, !dbg !524
  %11 = add nuw nsw i64 %8, %10, !dbg !525
  %12 = icmp ult i64 %11, %2, !dbg !526
  br i1 %12, label %13, label %18, !dbg !526

13:                                               ; preds = %3
  %14 = getelementptr inbounds nuw double, ptr %1, i64 %11
  %15 = getelementptr inbounds nuw double, ptr %0, i64 %11
  %16 = load double, ptr %15, align 8, !dbg !527, !tbaa !528
  %17 = fmul contract double %16, %16, !dbg !530
  store double %17, ptr %14, align 8, !dbg !531, !tbaa !528
  br label %18, !dbg !532

18:                                               ; preds = %13, %3
  ret void, !dbg !533
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @counter64(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #1 !dbg !534 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !535
  %6 = zext nneg i32 %5 to i64, !dbg !537
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !538
  %8 = zext nneg i32 %7 to i64, !dbg !540
  %9 = mul nuw nsw i64 %6, %8, !dbg !541
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !542
  %11 = zext nneg i32 %10 to i64, !dbg !544
  %12 = add nuw nsw i64 %9, %11, !dbg !545
  %13 = getelementptr float, ptr %0, i64 %12, !dbg !546
  %14 = icmp sgt i64 %3, 0, !dbg !547
  br i1 %14, label %18, label %15, !dbg !548

15:                                               ; preds = %18, %4
  %16 = phi float [ 0.000000e+00, %4 ], [ %24, %18 ], !dbg !549
  %17 = getelementptr inbounds nuw float, ptr %1, i64 %12, !dbg !550
  store float %16, ptr %17, align 4, !dbg !551, !tbaa !32
  ret void, !dbg !552

18:                                               ; preds = %4, %18
  %19 = phi i64 [ %25, %18 ], [ 0, %4 ]
  %20 = phi float [ %24, %18 ], [ 0.000000e+00, %4 ]
  %21 = mul nsw i64 %19, %2, !dbg !553
  %22 = getelementptr float, ptr %13, i64 %21, !dbg !554
  %23 = load float, ptr %22, align 4, !dbg !554, !tbaa !32
  %24 = fadd contract float %20, %23, !dbg !555
  %25 = add nuw nsw i64 %19, 1, !dbg !556
  %26 = icmp eq i64 %25, %3, !dbg !547
  br i1 %26, label %15, label %18, !dbg !548, !llvm.loop !557
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @switchy(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #0 !dbg !559 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !560
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !562
  %5 = mul i32 %3, %4, !dbg !564
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !565
  %7 = add i32 %5, %6, !dbg !567
  %8 = sext i32 %7 to i64, !dbg !568
  %9 = getelementptr inbounds float, ptr %0, i64 %8, !dbg !568
  %10 = load float, ptr %9, align 4, !dbg !568, !tbaa !32
  switch i32 %1, label %32 [
    i32 0, label %11
    i32 1, label %13
    i32 2, label %15
    i32 7, label %19
  ], !dbg !569

11:                                               ; preds = %2
  %12 = fmul contract float %10, 2.000000e+00, !dbg !570
  br label %34, !dbg !571

13:                                               ; preds = %2
  %14 = tail call noundef float @llvm.nvvm.sin.approx.f(float %10) #17, !dbg !572
  br label %34, !dbg !575

15:                                               ; preds = %2
  %16 = tail call noundef float @llvm.nvvm.sqrt.approx.f(float %10) #17, !dbg !576
  %17 = fdiv contract float 1.000000e+00, %10, !dbg !580
  %18 = fadd contract float %17, %16, !dbg !581
  br label %34, !dbg !582

19:                                               ; preds = %2
  %20 = tail call float @llvm.fma.f32(float %10, float 0x3F777313A0000000, float 5.000000e-01), !dbg !583
  %21 = tail call float @llvm.nvvm.saturate.f(float %20) #17, !dbg !583
  %22 = tail call float @llvm.nvvm.fma.rm.f(float %21, float 2.520000e+02, float 0x4168000020000000) #17, !dbg !583
  %23 = fadd float %22, 0xC168000FE0000000, !dbg !583
  %24 = fneg float %23, !dbg !583
  %25 = tail call float @llvm.fma.f32(float %10, float 0x3FF7154760000000, float %24), !dbg !583
  %26 = tail call float @llvm.fma.f32(float %10, float 0x3E54AE0C00000000, float %25), !dbg !583
  %27 = bitcast float %22 to i32, !dbg !583
  %28 = shl i32 %27, 23, !dbg !583
  %29 = bitcast i32 %28 to float, !dbg !583
  %30 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %26), !dbg !583
  %31 = fmul float %30, %29, !dbg !583
  br label %34, !dbg !586

32:                                               ; preds = %2
  %33 = fdiv contract float %10, 0x4008CCCCC0000000, !dbg !587
  br label %34, !dbg !588

34:                                               ; preds = %32, %19, %15, %13, %11
  %35 = phi float [ %33, %32 ], [ %12, %11 ], [ %14, %13 ], [ %18, %15 ], [ %31, %19 ], !dbg !589
  store float %35, ptr %9, align 4, !dbg !590, !tbaa !32
  ret void, !dbg !591
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @nestedBreak(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #1 !dbg !592 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !593
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !595
  %7 = mul i32 %5, %6, !dbg !597
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !598
  %9 = add i32 %7, %8, !dbg !600
  %10 = icmp sgt i32 %2, 0, !dbg !601
  br i1 %10, label %11, label %19, !dbg !602

11:                                               ; preds = %4
  %12 = mul nsw i32 %2, %9
  %13 = icmp sgt i32 %3, 0
  br label %14, !dbg !602

14:                                               ; preds = %11, %35
  %15 = phi float [ 0.000000e+00, %11 ], [ %36, %35 ]
  %16 = phi i32 [ 0, %11 ], [ %37, %35 ]
  %17 = add nsw i32 %16, %12, !dbg !603
  %18 = mul nsw i32 %17, %3, !dbg !604
  br i1 %13, label %23, label %35, !dbg !605

19:                                               ; preds = %35, %4
  %20 = phi float [ 0.000000e+00, %4 ], [ %36, %35 ], !dbg !606
  %21 = sext i32 %9 to i64, !dbg !607
  %22 = getelementptr inbounds float, ptr %1, i64 %21, !dbg !607
  store float %20, ptr %22, align 4, !dbg !608, !tbaa !32
  ret void, !dbg !609

23:                                               ; preds = %14, %31
  %24 = phi float [ %32, %31 ], [ %15, %14 ]
  %25 = phi i32 [ %33, %31 ], [ 0, %14 ]
  %26 = add nsw i32 %25, %18, !dbg !610
  %27 = sext i32 %26 to i64, !dbg !611
  %28 = getelementptr inbounds float, ptr %0, i64 %27, !dbg !611
  %29 = load float, ptr %28, align 4, !dbg !611, !tbaa !32
  %30 = fcmp contract uge float %29, 0.000000e+00, !dbg !612
  br i1 %30, label %31, label %35

31:                                               ; preds = %23
  %32 = fadd contract float %24, %29, !dbg !612
  %33 = add nuw nsw i32 %25, 1, !dbg !613
  %34 = icmp eq i32 %33, %3, !dbg !614
  br i1 %34, label %35, label %23, !dbg !605, !llvm.loop !615

35:                                               ; preds = %23, %31, %14
  %36 = phi float [ %15, %14 ], [ %24, %23 ], [ %32, %31 ], !dbg !606
  %37 = add nuw nsw i32 %16, 1, !dbg !617
  %38 = icmp eq i32 %37, %2, !dbg !601
  br i1 %38, label %19, label %14, !dbg !602, !llvm.loop !618
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @vec4(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #5 !dbg !620 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !621
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !623
  %5 = mul i32 %3, %4, !dbg !625
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !626
  %7 = add i32 %5, %6, !dbg !628
  %8 = sext i32 %7 to i64, !dbg !629
  %9 = getelementptr inbounds %struct.float4, ptr %0, i64 %8, !dbg !629
  %10 = load float, ptr %9, align 16, !dbg !629, !tbaa !32
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 4, !dbg !629
  %12 = load float, ptr %11, align 4, !dbg !629, !tbaa !32
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8, !dbg !629
  %14 = load float, ptr %13, align 8, !dbg !629, !tbaa !32
  %15 = getelementptr inbounds nuw i8, ptr %9, i64 12, !dbg !629
  %16 = load float, ptr %15, align 4, !dbg !629, !tbaa !32
  %17 = fmul contract float %10, 2.000000e+00, !dbg !630
  %18 = fadd contract float %12, 1.000000e+00, !dbg !631
  %19 = fmul contract float %14, %16, !dbg !632
  %20 = fadd contract float %17, %19, !dbg !633
  %21 = getelementptr inbounds %struct.float4, ptr %1, i64 %8, !dbg !634
  store float %17, ptr %21, align 16, !dbg !635, !tbaa !32
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 4, !dbg !635
  store float %18, ptr %22, align 4, !dbg !635, !tbaa !32
  %23 = getelementptr inbounds nuw i8, ptr %21, i64 8, !dbg !635
  store float %20, ptr %23, align 8, !dbg !635, !tbaa !32
  %24 = getelementptr inbounds nuw i8, ptr %21, i64 12, !dbg !635
  store float %16, ptr %24, align 4, !dbg !635, !tbaa !32
  ret void, !dbg !636
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @constant(ptr noundef captures(none) %0) local_unnamed_addr #1 !dbg !637 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !638
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !640
  %4 = mul i32 %2, %3, !dbg !642
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !643
  %6 = add i32 %4, %5, !dbg !645
  br label %10, !dbg !646

7:                                                ; preds = %10
  %8 = sext i32 %6 to i64, !dbg !647
  %9 = getelementptr inbounds float, ptr %0, i64 %8, !dbg !647
  store float %21, ptr %9, align 4, !dbg !648, !tbaa !32
  ret void, !dbg !649

10:                                               ; preds = %1, %10
  %11 = phi i32 [ 0, %1 ], [ %22, %10 ]
  %12 = phi float [ 0.000000e+00, %1 ], [ %21, %10 ]
  %13 = zext nneg i32 %11 to i64, !dbg !650
  %14 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(4) @coef to ptr), i64 %13, !dbg !650
  %15 = load float, ptr %14, align 4, !dbg !650, !tbaa !32
  %16 = add nsw i32 %11, %6, !dbg !651
  %17 = sext i32 %16 to i64, !dbg !652
  %18 = getelementptr inbounds float, ptr %0, i64 %17, !dbg !652
  %19 = load float, ptr %18, align 4, !dbg !652, !tbaa !32
  %20 = fmul contract float %15, %19, !dbg !653
  %21 = fadd contract float %12, %20, !dbg !654
  %22 = add nuw nsw i32 %11, 1, !dbg !655
  %23 = icmp eq i32 %22, 16, !dbg !656
  br i1 %23, label %7, label %10, !dbg !646, !llvm.loop !657
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @geometric(ptr noundef captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #1 !dbg !659 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !660
  %5 = icmp sgt i32 %1, 1, !dbg !662
  br i1 %5, label %6, label %11, !dbg !663

6:                                                ; preds = %3
  %7 = zext nneg i32 %4 to i64
  %8 = getelementptr inbounds nuw float, ptr %0, i64 %7
  %9 = load float, ptr %8, align 4, !tbaa !32
  br label %17, !dbg !663

10:                                               ; preds = %17
  store float %24, ptr %8, align 4, !dbg !664, !tbaa !32
  br label %11, !dbg !663

11:                                               ; preds = %10, %3
  %12 = icmp sgt i32 %2, 0, !dbg !665
  br i1 %12, label %13, label %28, !dbg !666

13:                                               ; preds = %11
  %14 = zext nneg i32 %4 to i64
  %15 = getelementptr inbounds nuw float, ptr %0, i64 %14
  %16 = load float, ptr %15, align 4, !tbaa !32
  br label %29, !dbg !666

17:                                               ; preds = %6, %17
  %18 = phi float [ %9, %6 ], [ %24, %17 ], !dbg !667
  %19 = phi i32 [ 1, %6 ], [ %25, %17 ]
  %20 = add nsw i32 %19, %4, !dbg !667
  %21 = sext i32 %20 to i64, !dbg !668
  %22 = getelementptr inbounds float, ptr %0, i64 %21, !dbg !668
  %23 = load float, ptr %22, align 4, !dbg !668, !tbaa !32
  %24 = fadd contract float %23, %18, !dbg !664
  %25 = shl nsw i32 %19, 1, !dbg !669
  %26 = icmp slt i32 %25, %1, !dbg !662
  br i1 %26, label %17, label %10, !dbg !663, !llvm.loop !670

27:                                               ; preds = %29
  store float %32, ptr %15, align 4, !dbg !672, !tbaa !32
  br label %28, !dbg !666

28:                                               ; preds = %27, %11
  ret void, !dbg !673

29:                                               ; preds = %13, %29
  %30 = phi float [ %16, %13 ], [ %32, %29 ], !dbg !672
  %31 = phi i32 [ %2, %13 ], [ %33, %29 ]
  %32 = fmul contract float %30, 2.000000e+00, !dbg !672
  %33 = udiv i32 %31, 3, !dbg !674
  %34 = icmp ult i32 %31, 3, !dbg !665
  br i1 %34, label %27, label %29, !dbg !666, !llvm.loop !675
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define dso_local float @helper(float noundef %0, i32 noundef %1) local_unnamed_addr #6 !dbg !677 {
  %3 = icmp sgt i32 %1, 0, !dbg !678
  br i1 %3, label %6, label %4, !dbg !679

4:                                                ; preds = %6, %2
  %5 = phi float [ %0, %2 ], [ %10, %6 ]
  ret float %5, !dbg !680

6:                                                ; preds = %2, %6
  %7 = phi i32 [ %11, %6 ], [ 0, %2 ]
  %8 = phi float [ %10, %6 ], [ %0, %2 ]
  %9 = fmul contract float %8, %8, !dbg !681
  %10 = fadd contract float %9, 1.000000e+00, !dbg !682
  %11 = add nuw nsw i32 %7, 1, !dbg !683
  %12 = icmp eq i32 %11, %1, !dbg !678
  br i1 %12, label %4, label %6, !dbg !679, !llvm.loop !684
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @callsHelper(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #0 !dbg !686 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !687
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !689
  %5 = mul i32 %3, %4, !dbg !691
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !692
  %7 = add i32 %5, %6, !dbg !694
  %8 = sext i32 %7 to i64, !dbg !695
  %9 = getelementptr inbounds float, ptr %0, i64 %8, !dbg !695
  %10 = load float, ptr %9, align 4, !dbg !695, !tbaa !32
  %11 = tail call contract float @helper(float noundef %10, i32 noundef %1) #17, !dbg !696
  store float %11, ptr %9, align 4, !dbg !697, !tbaa !32
  ret void, !dbg !698
}

; Function Attrs: mustprogress nofree noinline nosync nounwind willreturn memory(none)
define dso_local i32 @fib(i32 noundef %0) local_unnamed_addr #7 !dbg !699 {
  %2 = icmp slt i32 %0, 2, !dbg !700
  br i1 %2, label %3, label %5, !dbg !701

3:                                                ; preds = %1, %5
  %4 = phi i32 [ %11, %5 ], [ %0, %1 ]
  ret i32 %4, !dbg !702

5:                                                ; preds = %1
  %6 = add nsw i32 %0, -2
  %7 = add nsw i32 %0, -1
  %8 = tail call i32 @fib(i32 noundef %7) #17, !dbg !703
  %9 = tail call i32 @fib(i32 noundef %6) #17, !dbg !704
  %10 = mul nsw i32 %9, %0, !dbg !705
  %11 = add nsw i32 %10, %8, !dbg !706
  br label %3, !dbg !702
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @recursive(ptr noundef captures(none) %0) local_unnamed_addr #0 !dbg !707 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !708
  %3 = zext nneg i32 %2 to i64, !dbg !710
  %4 = getelementptr inbounds nuw i32, ptr %0, i64 %3, !dbg !710
  %5 = load i32, ptr %4, align 4, !dbg !710, !tbaa !10
  %6 = tail call i32 @fib(i32 noundef %5) #17, !dbg !711
  store i32 %6, ptr %4, align 4, !dbg !712, !tbaa !10
  ret void, !dbg !713
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite)
define dso_local ptx_kernel void @warpSum(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #8 !dbg !714 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !715
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !717
  %5 = mul i32 %3, %4, !dbg !719
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !720
  %7 = add i32 %5, %6, !dbg !722
  %8 = zext i32 %7 to i64, !dbg !723
  %9 = getelementptr inbounds nuw float, ptr %0, i64 %8, !dbg !723
  %10 = load float, ptr %9, align 4, !dbg !723, !tbaa !32
  br label %14, !dbg !724

11:                                               ; preds = %14
  %12 = and i32 %6, 31, !dbg !725
  %13 = icmp eq i32 %12, 0, !dbg !726
  br i1 %13, label %21, label %24, !dbg !726

14:                                               ; preds = %2, %14
  %15 = phi i32 [ 16, %2 ], [ %19, %14 ]
  %16 = phi float [ %10, %2 ], [ %18, %14 ]
  %17 = tail call contract noundef float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %16, i32 %15, i32 31), !dbg !727
  %18 = fadd contract float %16, %17, !dbg !731
  %19 = lshr i32 %15, 1, !dbg !732
  %20 = icmp eq i32 %19, 0, !dbg !733
  br i1 %20, label %11, label %14, !dbg !724, !llvm.loop !734

21:                                               ; preds = %11
  %22 = zext nneg i32 %3 to i64
  %23 = getelementptr inbounds nuw float, ptr %1, i64 %22
  store float %18, ptr %23, align 4, !dbg !736, !tbaa !32
  br label %24, !dbg !737

24:                                               ; preds = %21, %11
  ret void, !dbg !738
}

; Function Attrs: noinline norecurse nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @divergent(ptr noundef captures(none) %0) local_unnamed_addr #9 !dbg !739 {
  %2 = alloca [7 x i32], align 4
  %3 = alloca [7 x i32], align 4
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !740
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !742
  %6 = mul i32 %4, %5, !dbg !744
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !745
  %8 = add i32 %6, %7, !dbg !747
  %9 = and i32 %8, 1, !dbg !748
  %10 = icmp eq i32 %9, 0, !dbg !748
  %11 = sext i32 %8 to i64, !dbg !749
  %12 = getelementptr inbounds float, ptr %0, i64 %11, !dbg !749
  %13 = load float, ptr %12, align 4, !dbg !749, !tbaa !32
  br i1 %10, label %199, label %14, !dbg !748

14:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3), !dbg !750
  %15 = fmul float %13, 0x3FE45F3060000000, !dbg !750
  %16 = tail call i32 @llvm.nvvm.f2i.rn(float %15) #17, !dbg !750
  %17 = sitofp i32 %16 to float, !dbg !750
  %18 = tail call float @llvm.fma.f32(float %17, float 0xBFF921FB40000000, float %13), !dbg !750
  %19 = tail call float @llvm.fma.f32(float %17, float 0xBE74442D00000000, float %18), !dbg !750
  %20 = tail call float @llvm.fma.f32(float %17, float 0xBCF84698A0000000, float %19), !dbg !750
  %21 = tail call float @llvm.nvvm.fabs.f32(float %13), !dbg !750
  %22 = fcmp ult float %21, 1.056150e+05, !dbg !750
  br i1 %22, label %91, label %23, !dbg !750

23:                                               ; preds = %14
  %24 = fcmp oeq float %21, 0x7FF0000000000000, !dbg !750
  br i1 %24, label %25, label %27, !dbg !750

25:                                               ; preds = %23
  %26 = tail call float @llvm.nvvm.mul.rn.f(float %13, float 0.000000e+00) #17, !dbg !750
  br label %91, !dbg !750

27:                                               ; preds = %23
  %28 = bitcast float %13 to i32, !dbg !750
  %29 = shl i32 %28, 8, !dbg !750
  %30 = or i32 %29, -2147483648, !dbg !750
  br label %31, !dbg !750

31:                                               ; preds = %27, %31
  %32 = phi i32 [ 0, %27 ], [ %41, %31 ]
  %33 = phi i32 [ 0, %27 ], [ %39, %31 ]
  %34 = zext nneg i32 %32 to i64, !dbg !750
  %35 = getelementptr inbounds nuw i32, ptr addrspace(1) @__cudart_i2opi_f, i64 %34, !dbg !750
  %36 = load i32, ptr addrspace(1) %35, align 4, !dbg !750
  %37 = tail call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %36, i32 %30, i32 %33) #18, !dbg !750, !srcloc !753
  %38 = extractvalue { i32, i32 } %37, 0, !dbg !750
  %39 = extractvalue { i32, i32 } %37, 1, !dbg !750
  %40 = getelementptr inbounds nuw i32, ptr %3, i64 %34, !dbg !750
  store i32 %38, ptr %40, align 4, !dbg !750
  %41 = add nuw nsw i32 %32, 1, !dbg !750
  %42 = icmp eq i32 %41, 6, !dbg !750
  br i1 %42, label %43, label %31, !dbg !750, !llvm.loop !754

43:                                               ; preds = %31
  %44 = lshr i32 %28, 23, !dbg !750
  %45 = and i32 %44, 224, !dbg !750
  %46 = add nsw i32 %45, -128, !dbg !750
  %47 = lshr exact i32 %46, 5, !dbg !750
  %48 = getelementptr inbounds nuw i8, ptr %3, i64 24, !dbg !750
  store i32 %39, ptr %48, align 4, !dbg !750
  %49 = sub nsw i32 6, %47, !dbg !750
  %50 = sext i32 %49 to i64, !dbg !750
  %51 = getelementptr inbounds i32, ptr %3, i64 %50, !dbg !750
  %52 = load i32, ptr %51, align 4, !dbg !750
  %53 = sub nsw i32 5, %47, !dbg !750
  %54 = sext i32 %53 to i64, !dbg !750
  %55 = getelementptr inbounds i32, ptr %3, i64 %54, !dbg !750
  %56 = load i32, ptr %55, align 4, !dbg !750
  %57 = freeze i32 %56, !dbg !750
  %58 = and i32 %28, 260046848, !dbg !750
  %59 = icmp eq i32 %58, 0, !dbg !750
  br i1 %59, label %66, label %60, !dbg !750

60:                                               ; preds = %43
  %61 = sub nsw i32 4, %47, !dbg !750
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds i32, ptr %3, i64 %62
  %64 = load i32, ptr %63, align 4, !dbg !750
  %65 = tail call i32 @llvm.fshl.i32(i32 %57, i32 %64, i32 %44), !dbg !750
  br label %66, !dbg !750

66:                                               ; preds = %60, %43
  %67 = phi i32 [ %65, %60 ], [ %57, %43 ], !dbg !750
  %68 = tail call i32 @llvm.fshl.i32(i32 %52, i32 %57, i32 %44), !dbg !750
  %69 = lshr i32 %68, 30, !dbg !750
  %70 = tail call i32 @llvm.fshl.i32(i32 %68, i32 %67, i32 2), !dbg !750
  %71 = shl i32 %67, 2, !dbg !750
  %72 = lshr i32 %70, 31, !dbg !750
  %73 = add nuw nsw i32 %72, %69, !dbg !750
  %74 = sub nsw i32 0, %73, !dbg !750
  %75 = icmp slt i32 %28, 0, !dbg !750
  %76 = select i1 %75, i32 %74, i32 %73, !dbg !750
  %77 = xor i32 %70, %28, !dbg !750
  %78 = ashr i32 %70, 31, !dbg !750
  %79 = xor i32 %78, %70, !dbg !750
  %80 = xor i32 %78, %71, !dbg !750
  %81 = zext i32 %79 to i64, !dbg !750
  %82 = shl nuw i64 %81, 32, !dbg !750
  %83 = zext i32 %80 to i64, !dbg !750
  %84 = or disjoint i64 %82, %83, !dbg !750
  %85 = sitofp i64 %84 to double, !dbg !750
  %86 = fmul double %85, 0x3BF921FB54442D19, !dbg !750
  %87 = fptrunc double %86 to float, !dbg !750
  %88 = fneg float %87, !dbg !750
  %89 = icmp slt i32 %77, 0, !dbg !750
  %90 = select i1 %89, float %88, float %87, !dbg !750
  br label %91, !dbg !750

91:                                               ; preds = %14, %25, %66
  %92 = phi i32 [ %16, %14 ], [ 0, %25 ], [ %76, %66 ], !dbg !750
  %93 = phi float [ %20, %14 ], [ %26, %25 ], [ %90, %66 ], !dbg !750
  %94 = tail call float @llvm.nvvm.mul.rn.f(float %93, float %93) #17, !dbg !750
  %95 = and i32 %92, 1, !dbg !750
  %96 = icmp eq i32 %95, 0, !dbg !750
  %97 = select i1 %96, float %93, float 1.000000e+00, !dbg !750
  %98 = tail call float @llvm.fma.f32(float %94, float %97, float 0.000000e+00), !dbg !750
  %99 = tail call float @llvm.fma.f32(float %94, float 0x3EF9758000000000, float 0xBF56C0FDA0000000), !dbg !750
  %100 = select i1 %96, float 0xBF29A82A60000000, float %99, !dbg !750
  %101 = select i1 %96, float 0x3F8110BC80000000, float 0x3FA5555760000000, !dbg !750
  %102 = tail call float @llvm.fma.f32(float %100, float %94, float %101), !dbg !750
  %103 = select i1 %96, float 0xBFC5555500000000, float 0xBFDFFFFFE0000000, !dbg !750
  %104 = tail call float @llvm.fma.f32(float %102, float %94, float %103), !dbg !750
  %105 = tail call float @llvm.fma.f32(float %104, float %98, float %97), !dbg !750
  %106 = and i32 %92, 2, !dbg !750
  %107 = icmp eq i32 %106, 0, !dbg !750
  %108 = fsub float 0.000000e+00, %105, !dbg !750
  %109 = select i1 %107, float %105, float %108, !dbg !750
  call void @llvm.lifetime.end.p0(ptr nonnull %3), !dbg !750
  call void @llvm.lifetime.start.p0(ptr nonnull %2), !dbg !756
  br i1 %22, label %178, label %110, !dbg !756

110:                                              ; preds = %91
  %111 = fcmp oeq float %21, 0x7FF0000000000000, !dbg !756
  br i1 %111, label %112, label %114, !dbg !756

112:                                              ; preds = %110
  %113 = tail call float @llvm.nvvm.mul.rn.f(float %13, float 0.000000e+00) #17, !dbg !756
  br label %178, !dbg !756

114:                                              ; preds = %110
  %115 = bitcast float %13 to i32, !dbg !756
  %116 = shl i32 %115, 8, !dbg !756
  %117 = or i32 %116, -2147483648, !dbg !756
  br label %118, !dbg !756

118:                                              ; preds = %114, %118
  %119 = phi i32 [ 0, %114 ], [ %128, %118 ]
  %120 = phi i32 [ 0, %114 ], [ %126, %118 ]
  %121 = zext nneg i32 %119 to i64, !dbg !756
  %122 = getelementptr inbounds nuw i32, ptr addrspace(1) @__cudart_i2opi_f, i64 %121, !dbg !756
  %123 = load i32, ptr addrspace(1) %122, align 4, !dbg !756
  %124 = tail call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 %123, i32 %117, i32 %120) #18, !dbg !756, !srcloc !753
  %125 = extractvalue { i32, i32 } %124, 0, !dbg !756
  %126 = extractvalue { i32, i32 } %124, 1, !dbg !756
  %127 = getelementptr inbounds nuw i32, ptr %2, i64 %121, !dbg !756
  store i32 %125, ptr %127, align 4, !dbg !756
  %128 = add nuw nsw i32 %119, 1, !dbg !756
  %129 = icmp eq i32 %128, 6, !dbg !756
  br i1 %129, label %130, label %118, !dbg !756, !llvm.loop !759

130:                                              ; preds = %118
  %131 = lshr i32 %115, 23, !dbg !756
  %132 = and i32 %131, 224, !dbg !756
  %133 = add nsw i32 %132, -128, !dbg !756
  %134 = lshr exact i32 %133, 5, !dbg !756
  %135 = getelementptr inbounds nuw i8, ptr %2, i64 24, !dbg !756
  store i32 %126, ptr %135, align 4, !dbg !756
  %136 = sub nsw i32 6, %134, !dbg !756
  %137 = sext i32 %136 to i64, !dbg !756
  %138 = getelementptr inbounds i32, ptr %2, i64 %137, !dbg !756
  %139 = load i32, ptr %138, align 4, !dbg !756
  %140 = sub nsw i32 5, %134, !dbg !756
  %141 = sext i32 %140 to i64, !dbg !756
  %142 = getelementptr inbounds i32, ptr %2, i64 %141, !dbg !756
  %143 = load i32, ptr %142, align 4, !dbg !756
  %144 = freeze i32 %143, !dbg !756
  %145 = and i32 %115, 260046848, !dbg !756
  %146 = icmp eq i32 %145, 0, !dbg !756
  br i1 %146, label %153, label %147, !dbg !756

147:                                              ; preds = %130
  %148 = sub nsw i32 4, %134, !dbg !756
  %149 = sext i32 %148 to i64
  %150 = getelementptr inbounds i32, ptr %2, i64 %149
  %151 = load i32, ptr %150, align 4, !dbg !756
  %152 = tail call i32 @llvm.fshl.i32(i32 %144, i32 %151, i32 %131), !dbg !756
  br label %153, !dbg !756

153:                                              ; preds = %147, %130
  %154 = phi i32 [ %152, %147 ], [ %144, %130 ], !dbg !756
  %155 = tail call i32 @llvm.fshl.i32(i32 %139, i32 %144, i32 %131), !dbg !756
  %156 = lshr i32 %155, 30, !dbg !756
  %157 = tail call i32 @llvm.fshl.i32(i32 %155, i32 %154, i32 2), !dbg !756
  %158 = shl i32 %154, 2, !dbg !756
  %159 = lshr i32 %157, 31, !dbg !756
  %160 = add nuw nsw i32 %159, %156, !dbg !756
  %161 = sub nsw i32 0, %160, !dbg !756
  %162 = icmp slt i32 %115, 0, !dbg !756
  %163 = select i1 %162, i32 %161, i32 %160, !dbg !756
  %164 = xor i32 %157, %115, !dbg !756
  %165 = ashr i32 %157, 31, !dbg !756
  %166 = xor i32 %165, %157, !dbg !756
  %167 = xor i32 %165, %158, !dbg !756
  %168 = zext i32 %166 to i64, !dbg !756
  %169 = shl nuw i64 %168, 32, !dbg !756
  %170 = zext i32 %167 to i64, !dbg !756
  %171 = or disjoint i64 %169, %170, !dbg !756
  %172 = sitofp i64 %171 to double, !dbg !756
  %173 = fmul double %172, 0x3BF921FB54442D19, !dbg !756
  %174 = fptrunc double %173 to float, !dbg !756
  %175 = fneg float %174, !dbg !756
  %176 = icmp slt i32 %164, 0, !dbg !756
  %177 = select i1 %176, float %175, float %174, !dbg !756
  br label %178, !dbg !756

178:                                              ; preds = %91, %112, %153
  %179 = phi i32 [ %16, %91 ], [ 0, %112 ], [ %163, %153 ], !dbg !756
  %180 = phi float [ %20, %91 ], [ %113, %112 ], [ %177, %153 ], !dbg !756
  %181 = add i32 %179, 1, !dbg !756
  %182 = tail call float @llvm.nvvm.mul.rn.f(float %180, float %180) #17, !dbg !756
  %183 = and i32 %179, 1, !dbg !756
  %184 = icmp eq i32 %183, 0, !dbg !756
  %185 = select i1 %184, float 1.000000e+00, float %180, !dbg !756
  %186 = tail call float @llvm.fma.f32(float %182, float %185, float 0.000000e+00), !dbg !756
  %187 = tail call float @llvm.fma.f32(float %182, float 0x3EF9758000000000, float 0xBF56C0FDA0000000), !dbg !756
  %188 = select i1 %184, float %187, float 0xBF29A82A60000000, !dbg !756
  %189 = select i1 %184, float 0x3FA5555760000000, float 0x3F8110BC80000000, !dbg !756
  %190 = tail call float @llvm.fma.f32(float %188, float %182, float %189), !dbg !756
  %191 = select i1 %184, float 0xBFDFFFFFE0000000, float 0xBFC5555500000000, !dbg !756
  %192 = tail call float @llvm.fma.f32(float %190, float %182, float %191), !dbg !756
  %193 = tail call float @llvm.fma.f32(float %192, float %186, float %185), !dbg !756
  %194 = and i32 %181, 2, !dbg !756
  %195 = icmp eq i32 %194, 0, !dbg !756
  %196 = fsub float 0.000000e+00, %193, !dbg !756
  %197 = select i1 %195, float %193, float %196, !dbg !756
  call void @llvm.lifetime.end.p0(ptr nonnull %2), !dbg !756
  %198 = fmul contract float %109, %197, !dbg !760
  br label %201, !dbg !761

199:                                              ; preds = %1
  %200 = fdiv contract float %13, 3.000000e+00, !dbg !762
  br label %201

201:                                              ; preds = %199, %178
  %202 = phi float [ %200, %199 ], [ %198, %178 ]
  store float %202, ptr %12, align 4, !dbg !749, !tbaa !32
  ret void, !dbg !763
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define dso_local ptx_kernel void @rowTable(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2) local_unnamed_addr #10 !dbg !764 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !765
  %5 = zext nneg i32 %4 to i64, !dbg !767
  %6 = getelementptr inbounds nuw ptr, ptr %0, i64 %5, !dbg !767
  %7 = load ptr, ptr %6, align 8, !dbg !767, !tbaa !768
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !769
  %9 = icmp slt i32 %8, %2, !dbg !771
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br i1 %9, label %17, label %11, !dbg !772

11:                                               ; preds = %17, %3
  %12 = phi float [ 0.000000e+00, %3 ], [ %23, %17 ], !dbg !773
  %13 = mul i32 %4, %10, !dbg !774
  %14 = add i32 %13, %8, !dbg !775
  %15 = zext i32 %14 to i64, !dbg !776
  %16 = getelementptr inbounds nuw float, ptr %1, i64 %15, !dbg !776
  store float %12, ptr %16, align 4, !dbg !777, !tbaa !32
  ret void, !dbg !778

17:                                               ; preds = %3, %17
  %18 = phi i32 [ %24, %17 ], [ %8, %3 ]
  %19 = phi float [ %23, %17 ], [ 0.000000e+00, %3 ]
  %20 = sext i32 %18 to i64, !dbg !779
  %21 = getelementptr inbounds float, ptr %7, i64 %20, !dbg !779
  %22 = load float, ptr %21, align 4, !dbg !779, !tbaa !32
  %23 = fadd contract float %19, %22, !dbg !780
  %24 = add i32 %18, %10, !dbg !781
  %25 = icmp slt i32 %24, %2, !dbg !771
  br i1 %25, label %17, label %11, !dbg !772, !llvm.loop !782
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @binarySearch(ptr noundef readonly captures(none) %0, i32 noundef %1, ptr noundef writeonly captures(none) %2) local_unnamed_addr #1 !dbg !784 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !785
  %5 = icmp sgt i32 %1, 0, !dbg !787
  br i1 %5, label %6, label %19, !dbg !788

6:                                                ; preds = %3, %6
  %7 = phi i32 [ %17, %6 ], [ 0, %3 ]
  %8 = phi i32 [ %16, %6 ], [ %1, %3 ]
  %9 = add nuw nsw i32 %7, %8, !dbg !789
  %10 = lshr i32 %9, 1, !dbg !790
  %11 = zext nneg i32 %10 to i64, !dbg !791
  %12 = getelementptr inbounds nuw i32, ptr %0, i64 %11, !dbg !791
  %13 = load i32, ptr %12, align 4, !dbg !791, !tbaa !10
  %14 = icmp slt i32 %13, %4, !dbg !792
  %15 = add nuw nsw i32 %10, 1, !dbg !792
  %16 = select i1 %14, i32 %8, i32 %10, !dbg !792
  %17 = select i1 %14, i32 %15, i32 %7, !dbg !792
  %18 = icmp slt i32 %17, %16, !dbg !787
  br i1 %18, label %6, label %19, !dbg !788, !llvm.loop !793

19:                                               ; preds = %6, %3
  %20 = phi i32 [ 0, %3 ], [ %17, %6 ], !dbg !795
  %21 = zext nneg i32 %4 to i64, !dbg !796
  %22 = getelementptr inbounds nuw i32, ptr %2, i64 %21, !dbg !796
  store i32 %20, ptr %22, align 4, !dbg !797, !tbaa !10
  ret void, !dbg !798
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @countDown(ptr noundef captures(none) %0, i32 noundef %1) local_unnamed_addr #1 !dbg !799 {
  %3 = icmp sgt i32 %1, 0, !dbg !800
  br i1 %3, label %4, label %8, !dbg !801

4:                                                ; preds = %2
  %5 = add nsw i32 %1, -1, !dbg !802
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %9, !dbg !801

8:                                                ; preds = %9, %2
  ret void, !dbg !803

9:                                                ; preds = %4, %9
  %10 = phi i32 [ %5, %4 ], [ %16, %9 ]
  %11 = add nuw i32 %10, %6, !dbg !804
  %12 = zext i32 %11 to i64, !dbg !805
  %13 = getelementptr inbounds nuw float, ptr %0, i64 %12, !dbg !805
  %14 = load float, ptr %13, align 4, !dbg !806, !tbaa !32
  %15 = fadd contract float %14, 1.000000e+00, !dbg !806
  store float %15, ptr %13, align 4, !dbg !806, !tbaa !32
  %16 = sub nsw i32 %10, %7, !dbg !807
  %17 = icmp sgt i32 %16, -1, !dbg !800
  br i1 %17, label %9, label %8, !dbg !801, !llvm.loop !808
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write)
define dso_local ptx_kernel void @flat3d(ptr noundef writeonly captures(none) %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #11 !dbg !810 {
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !811
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !813
  %6 = mul i32 %4, %5, !dbg !815
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !816
  %8 = add i32 %6, %7, !dbg !818
  %9 = sdiv i32 %8, %1, !dbg !819
  %10 = mul i32 %9, %1, !dbg !820
  %11 = sub i32 %8, %10, !dbg !820
  %12 = mul nsw i32 %11, %2, !dbg !821
  %13 = add nsw i32 %12, %9, !dbg !822
  %14 = sext i32 %13 to i64, !dbg !823
  %15 = getelementptr inbounds float, ptr %0, i64 %14, !dbg !823
  store float 1.000000e+00, ptr %15, align 4, !dbg !824, !tbaa !32
  ret void, !dbg !825
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write)
define dso_local ptx_kernel void @block3d(ptr noundef writeonly captures(none) %0) local_unnamed_addr #11 !dbg !826 {
  %2 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.z(), !dbg !827
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !830
  %4 = mul nuw nsw i32 %2, %3, !dbg !832
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !833
  %6 = add nuw nsw i32 %4, %5, !dbg !835
  %7 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !836
  %8 = mul nuw nsw i32 %6, %7, !dbg !838
  %9 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !839
  %10 = add nuw nsw i32 %8, %9, !dbg !841
  %11 = uitofp nneg i32 %2 to float, !dbg !842
  %12 = zext nneg i32 %10 to i64, !dbg !843
  %13 = getelementptr inbounds nuw float, ptr %0, i64 %12, !dbg !843
  store float %11, ptr %13, align 4, !dbg !844, !tbaa !32
  ret void, !dbg !845
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @doubles(ptr noundef captures(none) %0, double noundef %1) local_unnamed_addr #0 !dbg !846 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !847
  %4 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !849
  %5 = mul i32 %3, %4, !dbg !851
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !852
  %7 = add i32 %5, %6, !dbg !854
  %8 = sext i32 %7 to i64, !dbg !855
  %9 = getelementptr inbounds double, ptr %0, i64 %8, !dbg !855
  %10 = load double, ptr %9, align 8, !dbg !855, !tbaa !528
  %11 = fmul contract double %1, %10, !dbg !856
  %12 = fdiv contract double 1.000000e+00, %10, !dbg !857
  %13 = fadd contract double %11, %12, !dbg !858
  store double %13, ptr %9, align 8, !dbg !859, !tbaa !528
  ret void, !dbg !860
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @assembly(ptr noundef writeonly captures(none) %0) local_unnamed_addr #2 !dbg !861 {
  %2 = tail call i32 asm sideeffect "mov.u32 $0, %smid;", "=r"() #19, !dbg !862, !srcloc !863
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !864
  %4 = zext nneg i32 %3 to i64, !dbg !866
  %5 = getelementptr inbounds nuw i32, ptr %0, i64 %4, !dbg !866
  store i32 %2, ptr %5, align 4, !dbg !867, !tbaa !10
  ret void, !dbg !868
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @twoSteps(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #2 !dbg !869 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !870
  %4 = icmp samesign ult i32 %3, 32, !dbg !872
  br i1 %4, label %8, label %5, !dbg !873

5:                                                ; preds = %2
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  br label %13, !dbg !873

8:                                                ; preds = %2
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = getelementptr inbounds nuw float, ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ8twoStepsE5piece to ptr), i64 4608), i64 %11, !dbg !873
  br label %16, !dbg !873

13:                                               ; preds = %16, %5
  %14 = phi i32 [ %7, %5 ], [ %9, %16 ]
  %15 = phi i32 [ %6, %5 ], [ %10, %16 ]
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !874
  br label %38, !dbg !875

16:                                               ; preds = %8, %16
  %17 = phi i32 [ %3, %8 ], [ %26, %16 ]
  %18 = add nuw nsw i32 %17, %9, !dbg !876
  %19 = shl nuw nsw i32 %18, 12, !dbg !877
  %20 = or disjoint i32 %19, %10, !dbg !878
  %21 = zext nneg i32 %20 to i64, !dbg !879
  %22 = getelementptr inbounds nuw float, ptr %0, i64 %21, !dbg !879
  %23 = load float, ptr %22, align 4, !dbg !879, !tbaa !32
  %24 = zext nneg i32 %17 to i64, !dbg !880
  %25 = getelementptr inbounds nuw [36 x float], ptr %12, i64 %24, !dbg !880
  store float %23, ptr %25, align 4, !dbg !881, !tbaa !32
  %26 = add nuw nsw i32 %17, 4, !dbg !882
  %27 = icmp samesign ult i32 %17, 28, !dbg !872
  br i1 %27, label %16, label %13, !dbg !873, !llvm.loop !883

28:                                               ; preds = %54
  %29 = zext nneg i32 %3 to i64, !dbg !885
  %30 = getelementptr inbounds nuw [36 x float], ptr getelementptr inbounds nuw (i8, ptr addrspacecast (ptr addrspace(3) @_ZZ8twoStepsE5piece to ptr), i64 4608), i64 %29, !dbg !885
  %31 = zext nneg i32 %15 to i64, !dbg !885
  %32 = getelementptr inbounds nuw float, ptr %30, i64 %31, !dbg !885
  %33 = load float, ptr %32, align 4, !dbg !885, !tbaa !32
  %34 = shl nuw nsw i32 %14, 5, !dbg !886
  %35 = add nuw nsw i32 %34, %15, !dbg !887
  %36 = zext nneg i32 %35 to i64, !dbg !888
  %37 = getelementptr inbounds nuw float, ptr %1, i64 %36, !dbg !888
  store float %33, ptr %37, align 4, !dbg !889, !tbaa !32
  ret void, !dbg !890

38:                                               ; preds = %13, %54
  %39 = phi i1 [ false, %13 ], [ true, %54 ]
  %40 = phi i32 [ 1, %13 ], [ 2, %54 ]
  %41 = phi i32 [ 1, %13 ], [ %55, %54 ]
  %42 = add nuw nsw i32 %40, %3, !dbg !891
  %43 = sub nuw nsw i32 32, %40
  %44 = icmp samesign ult i32 %42, %43, !dbg !892
  br i1 %44, label %45, label %54, !dbg !893

45:                                               ; preds = %38
  %46 = add nuw nsw i32 %40, %15
  %47 = sub nuw nsw i32 36, %40
  %48 = icmp samesign ult i32 %46, %47
  %49 = zext nneg i32 %41 to i64
  %50 = getelementptr inbounds nuw [32 x [36 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ8twoStepsE5piece to ptr), i64 %49
  %51 = sub nuw nsw i32 1, %41
  %52 = zext nneg i32 %51 to i64
  %53 = getelementptr inbounds nuw [32 x [36 x float]], ptr addrspacecast (ptr addrspace(3) @_ZZ8twoStepsE5piece to ptr), i64 %52
  br label %56, !dbg !893

54:                                               ; preds = %64, %38
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !894
  %55 = xor i32 %41, 1, !dbg !895
  br i1 %39, label %28, label %38, !dbg !875, !llvm.loop !896

56:                                               ; preds = %45, %64
  %57 = phi i32 [ %42, %45 ], [ %65, %64 ]
  br i1 %48, label %58, label %64, !dbg !898

58:                                               ; preds = %56
  %59 = zext nneg i32 %57 to i64
  %60 = getelementptr inbounds nuw [36 x float], ptr %50, i64 %59
  %61 = add nuw nsw i32 %57, %14
  %62 = shl nuw nsw i32 %61, 12
  %63 = getelementptr inbounds nuw [36 x float], ptr %53, i64 %59
  br label %67, !dbg !898

64:                                               ; preds = %67, %56
  %65 = add nuw nsw i32 %57, 4, !dbg !899
  %66 = icmp samesign ult i32 %65, %43, !dbg !892
  br i1 %66, label %56, label %54, !dbg !893, !llvm.loop !900

67:                                               ; preds = %58, %67
  %68 = phi i32 [ %46, %58 ], [ %78, %67 ]
  %69 = zext nneg i32 %68 to i64, !dbg !902
  %70 = getelementptr inbounds nuw float, ptr %60, i64 %69, !dbg !902
  %71 = load float, ptr %70, align 4, !dbg !902, !tbaa !32
  %72 = add nuw i32 %68, %62, !dbg !903
  %73 = zext i32 %72 to i64, !dbg !904
  %74 = getelementptr inbounds nuw float, ptr %0, i64 %73, !dbg !904
  %75 = load float, ptr %74, align 4, !dbg !904, !tbaa !32
  %76 = fadd contract float %71, %75, !dbg !905
  %77 = getelementptr inbounds nuw float, ptr %63, i64 %69, !dbg !906
  store float %76, ptr %77, align 4, !dbg !907, !tbaa !32
  %78 = add nuw nsw i32 %68, 32, !dbg !908
  %79 = icmp samesign ult i32 %78, %47, !dbg !909
  br i1 %79, label %67, label %64, !dbg !898, !llvm.loop !910
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite)
define dso_local ptx_kernel void @shifted(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #1 !dbg !911 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !912
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !914
  %7 = mul i32 %5, %6, !dbg !916
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !917
  %9 = add i32 %7, %8, !dbg !919
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !920
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !922
  %12 = mul nuw nsw i32 %10, %11, !dbg !924
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !925
  %14 = add nuw nsw i32 %12, %13, !dbg !927
  %15 = uitofp nneg i32 %14 to float
  %16 = fmul contract float %15, 0x3F947AE140000000
  br label %22, !dbg !928

17:                                               ; preds = %22
  %18 = mul nsw i32 %3, %14, !dbg !929
  %19 = add nsw i32 %18, %9, !dbg !930
  %20 = sext i32 %19 to i64, !dbg !931
  %21 = getelementptr inbounds float, ptr %2, i64 %20, !dbg !931
  store float %36, ptr %21, align 4, !dbg !932, !tbaa !32
  ret void, !dbg !933

22:                                               ; preds = %4, %22
  %23 = phi float [ 0.000000e+00, %4 ], [ %36, %22 ]
  %24 = phi i32 [ 0, %4 ], [ %37, %22 ]
  %25 = zext nneg i32 %24 to i64, !dbg !934
  %26 = getelementptr inbounds nuw float, ptr %1, i64 %25, !dbg !934
  %27 = load float, ptr %26, align 4, !dbg !934, !tbaa !32
  %28 = fmul contract float %16, %27, !dbg !935
  %29 = fptoui float %28 to i32, !dbg !936
  %30 = mul nsw i32 %24, %3, !dbg !937
  %31 = add nsw i32 %30, %9, !dbg !938
  %32 = add i32 %31, %29, !dbg !939
  %33 = zext i32 %32 to i64, !dbg !940
  %34 = getelementptr inbounds nuw float, ptr %0, i64 %33, !dbg !940
  %35 = load float, ptr %34, align 4, !dbg !940, !tbaa !32
  %36 = fadd contract float %23, %35, !dbg !941
  %37 = add nuw nsw i32 %24, 1, !dbg !942
  %38 = icmp eq i32 %37, 64, !dbg !943
  br i1 %38, label %17, label %22, !dbg !928, !llvm.loop !944
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @rowGather(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 !dbg !946 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !947
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !949
  %7 = mul i32 %5, %6, !dbg !951
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !952
  %9 = add i32 %7, %8, !dbg !954
  %10 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !955
  %11 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.y(), !dbg !957
  %12 = mul nuw nsw i32 %10, %11, !dbg !959
  %13 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !960
  %14 = add nuw nsw i32 %12, %13, !dbg !962
  %15 = zext nneg i32 %14 to i64, !dbg !963
  %16 = getelementptr inbounds nuw i32, ptr %0, i64 %15, !dbg !963
  %17 = load i32, ptr %16, align 4, !dbg !963, !tbaa !10
  %18 = mul nsw i32 %17, %3, !dbg !964
  %19 = add nsw i32 %18, %9, !dbg !965
  %20 = sext i32 %19 to i64, !dbg !966
  %21 = getelementptr inbounds float, ptr %1, i64 %20, !dbg !966
  %22 = load float, ptr %21, align 4, !dbg !966, !tbaa !32
  %23 = mul nsw i32 %3, %14, !dbg !967
  %24 = add nsw i32 %23, %9, !dbg !968
  %25 = sext i32 %24 to i64, !dbg !969
  %26 = getelementptr inbounds float, ptr %2, i64 %25, !dbg !969
  store float %22, ptr %26, align 4, !dbg !970, !tbaa !32
  ret void, !dbg !971
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local ptx_kernel void @wrapped(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) local_unnamed_addr #0 !dbg !972 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !973
  %6 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !975
  %7 = mul i32 %5, %6, !dbg !977
  %8 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !978
  %9 = add i32 %7, %8, !dbg !980
  %10 = sdiv i32 %9, %3, !dbg !981
  %11 = mul i32 %10, %3, !dbg !982
  %12 = sub i32 %9, %11, !dbg !982
  %13 = sext i32 %12 to i64, !dbg !983
  %14 = getelementptr inbounds float, ptr %0, i64 %13, !dbg !983
  %15 = load float, ptr %14, align 4, !dbg !983, !tbaa !32
  %16 = sext i32 %10 to i64, !dbg !984
  %17 = getelementptr inbounds float, ptr %1, i64 %16, !dbg !984
  %18 = load float, ptr %17, align 4, !dbg !984, !tbaa !32
  %19 = fmul contract float %15, %18, !dbg !985
  %20 = sext i32 %9 to i64, !dbg !986
  %21 = getelementptr inbounds float, ptr %2, i64 %20, !dbg !986
  store float %19, ptr %21, align 4, !dbg !987, !tbaa !32
  ret void, !dbg !988
}

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define dso_local ptx_kernel void @taps(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1) local_unnamed_addr #2 !dbg !989 {
  %3 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !990
  %4 = zext nneg i32 %3 to i64, !dbg !992
  %5 = getelementptr inbounds nuw float, ptr %0, i64 %4, !dbg !992
  %6 = load float, ptr %5, align 4, !dbg !992, !tbaa !32
  %7 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ4tapsE5piece to ptr), i64 %4, !dbg !993
  store float %6, ptr %7, align 4, !dbg !994, !tbaa !32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !995
  br label %10, !dbg !996

8:                                                ; preds = %10
  %9 = getelementptr inbounds nuw float, ptr %1, i64 %4, !dbg !997
  store float %18, ptr %9, align 4, !dbg !998, !tbaa !32
  ret void, !dbg !999

10:                                               ; preds = %2, %10
  %11 = phi i32 [ 0, %2 ], [ %19, %10 ]
  %12 = phi float [ 0.000000e+00, %2 ], [ %18, %10 ]
  %13 = add nuw nsw i32 %11, %3, !dbg !1000
  %14 = zext nneg i32 %13 to i64, !dbg !1001
  %15 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ4tapsE5piece to ptr), i64 %14, !dbg !1001
  %16 = load float, ptr %15, align 4, !dbg !1001, !tbaa !32
  %17 = fmul contract float %16, 5.000000e-01, !dbg !1002
  %18 = fadd contract float %12, %17, !dbg !1003
  %19 = add nuw nsw i32 %11, 1, !dbg !1004
  %20 = icmp eq i32 %19, 16, !dbg !1005
  br i1 %20, label %8, label %10, !dbg !996, !llvm.loop !1006
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #12

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32) #13

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.sqrt.approx.f(float) #14

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.sin.approx.f(float) #14

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.nvvm.f2i.rn(float) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.f32(float) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.mul.rn.f(float, float) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.saturate.f(float) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rm.f(float, float, float) #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #14

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #15

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #15

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #16

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #16

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #2 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "nvvm.minctasm"="2" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
attributes #7 = { mustprogress nofree noinline nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
attributes #8 = { convergent mustprogress noinline norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #9 = { noinline norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #10 = { mustprogress nofree noinline norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #11 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" "uniform-work-group-size"="true" }
attributes #12 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #14 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #15 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #16 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #17 = { nounwind }
attributes #18 = { nounwind memory(none) }
attributes #19 = { convergent nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.dbg.cu = !{!6}
!llvm.ident = !{!8, !9}
!llvm.errno.tbaa = !{!10}
!nvvmir.version = !{!14}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 9]}
!1 = !{i32 7, !"Dwarf Version", i32 2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!7 = !DIFile(filename: "kernels.cu", directory: ".")
!8 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!9 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!10 = !{!11, !11, i64 0}
!11 = !{!"int", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C++ TBAA"}
!14 = !{i32 2, i32 0}
!15 = distinct !DISubprogram(name: "saxpy", scope: !7, file: !7, line: 7, type: !16, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!16 = !DISubroutineType(types: !17)
!17 = !{}
!18 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !21)
!19 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 66, type: !16, scopeLine: 66, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!20 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_builtin_vars.h", directory: "")
!21 = distinct !DILocation(line: 8, column: 11, scope: !15)
!22 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !24)
!23 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 79, type: !16, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!24 = distinct !DILocation(line: 8, column: 24, scope: !15)
!25 = !DILocation(line: 8, column: 22, scope: !15)
!26 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !28)
!27 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !20, file: !20, line: 53, type: !16, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!28 = distinct !DILocation(line: 8, column: 37, scope: !15)
!29 = !DILocation(line: 8, column: 35, scope: !15)
!30 = !DILocation(line: 9, column: 9, scope: !15)
!31 = !DILocation(line: 10, column: 16, scope: !15)
!32 = !{!33, !33, i64 0}
!33 = !{!"float", !12, i64 0}
!34 = !DILocation(line: 10, column: 14, scope: !15)
!35 = !DILocation(line: 10, column: 23, scope: !15)
!36 = !DILocation(line: 10, column: 21, scope: !15)
!37 = !DILocation(line: 10, column: 10, scope: !15)
!38 = !DILocation(line: 10, column: 5, scope: !15)
!39 = !DILocation(line: 11, column: 1, scope: !15)
!40 = distinct !DISubprogram(name: "gridStride", scope: !7, file: !7, line: 12, type: !16, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!41 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !42)
!42 = distinct !DILocation(line: 13, column: 16, scope: !40)
!43 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !44)
!44 = distinct !DILocation(line: 13, column: 29, scope: !40)
!45 = !DILocation(line: 13, column: 27, scope: !40)
!46 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !47)
!47 = distinct !DILocation(line: 13, column: 42, scope: !40)
!48 = !DILocation(line: 13, column: 40, scope: !40)
!49 = !DILocation(line: 13, column: 57, scope: !40)
!50 = !DILocation(line: 13, column: 3, scope: !40)
!51 = !DILocation(line: 15, column: 1, scope: !40)
!52 = !DILocation(line: 14, column: 16, scope: !40)
!53 = !DILocation(line: 14, column: 14, scope: !40)
!54 = !DILocation(line: 14, column: 23, scope: !40)
!55 = !DILocation(line: 14, column: 21, scope: !40)
!56 = !DILocation(line: 14, column: 10, scope: !40)
!57 = !DILocation(line: 13, column: 64, scope: !40)
!58 = distinct !{!58, !50, !59, !60, !61}
!59 = !DILocation(line: 14, column: 26, scope: !40)
!60 = !{!"llvm.loop.mustprogress"}
!61 = !{!"llvm.loop.unroll.disable"}
!62 = distinct !DISubprogram(name: "matmulNaive", scope: !7, file: !7, line: 16, type: !16, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!63 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !65)
!64 = distinct !DISubprogram(name: "__fetch_builtin_y", scope: !20, file: !20, line: 67, type: !16, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!65 = distinct !DILocation(line: 17, column: 13, scope: !62)
!66 = !DILocation(line: 80, column: 27, scope: !67, inlinedAt: !68)
!67 = distinct !DISubprogram(name: "__fetch_builtin_y", scope: !20, file: !20, line: 80, type: !16, scopeLine: 80, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!68 = distinct !DILocation(line: 17, column: 26, scope: !62)
!69 = !DILocation(line: 17, column: 24, scope: !62)
!70 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !72)
!71 = distinct !DISubprogram(name: "__fetch_builtin_y", scope: !20, file: !20, line: 54, type: !16, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!72 = distinct !DILocation(line: 17, column: 39, scope: !62)
!73 = !DILocation(line: 17, column: 37, scope: !62)
!74 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !75)
!75 = distinct !DILocation(line: 18, column: 13, scope: !62)
!76 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !77)
!77 = distinct !DILocation(line: 18, column: 26, scope: !62)
!78 = !DILocation(line: 18, column: 24, scope: !62)
!79 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !80)
!80 = distinct !DILocation(line: 18, column: 39, scope: !62)
!81 = !DILocation(line: 18, column: 37, scope: !62)
!82 = !DILocation(line: 19, column: 11, scope: !62)
!83 = !DILocation(line: 19, column: 15, scope: !62)
!84 = !DILocation(line: 21, column: 5, scope: !62)
!85 = !DILocation(line: 23, column: 15, scope: !62)
!86 = !DILocation(line: 23, column: 5, scope: !62)
!87 = !DILocation(line: 23, column: 22, scope: !62)
!88 = !DILocation(line: 24, column: 3, scope: !62)
!89 = !DILocation(line: 22, column: 22, scope: !62)
!90 = !DILocation(line: 22, column: 12, scope: !62)
!91 = !DILocation(line: 22, column: 33, scope: !62)
!92 = !DILocation(line: 22, column: 37, scope: !62)
!93 = !DILocation(line: 22, column: 29, scope: !62)
!94 = !DILocation(line: 22, column: 27, scope: !62)
!95 = !DILocation(line: 22, column: 9, scope: !62)
!96 = !DILocation(line: 21, column: 28, scope: !62)
!97 = !DILocation(line: 21, column: 23, scope: !62)
!98 = distinct !{!98, !84, !99, !60, !61}
!99 = !DILocation(line: 22, column: 42, scope: !62)
!100 = !DILocation(line: 25, column: 1, scope: !62)
!101 = distinct !DISubprogram(name: "matmulTiled", scope: !7, file: !7, line: 26, type: !16, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!102 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !103)
!103 = distinct !DILocation(line: 28, column: 12, scope: !101)
!104 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !105)
!105 = distinct !DILocation(line: 28, column: 30, scope: !101)
!106 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !107)
!107 = distinct !DILocation(line: 29, column: 13, scope: !101)
!108 = !DILocation(line: 29, column: 24, scope: !101)
!109 = !DILocation(line: 29, column: 29, scope: !101)
!110 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !111)
!111 = distinct !DILocation(line: 29, column: 41, scope: !101)
!112 = !DILocation(line: 29, column: 52, scope: !101)
!113 = !DILocation(line: 29, column: 57, scope: !101)
!114 = !DILocation(line: 31, column: 21, scope: !101)
!115 = !DILocation(line: 31, column: 3, scope: !101)
!116 = !DILocation(line: 30, column: 9, scope: !101)
!117 = !DILocation(line: 39, column: 13, scope: !101)
!118 = !DILocation(line: 39, column: 3, scope: !101)
!119 = !DILocation(line: 39, column: 20, scope: !101)
!120 = !DILocation(line: 40, column: 1, scope: !101)
!121 = !DILocation(line: 32, column: 32, scope: !101)
!122 = !DILocation(line: 32, column: 37, scope: !101)
!123 = !DILocation(line: 32, column: 18, scope: !101)
!124 = !DILocation(line: 32, column: 16, scope: !101)
!125 = !DILocation(line: 33, column: 28, scope: !101)
!126 = !DILocation(line: 33, column: 34, scope: !101)
!127 = !DILocation(line: 33, column: 38, scope: !101)
!128 = !DILocation(line: 33, column: 18, scope: !101)
!129 = !DILocation(line: 33, column: 16, scope: !101)
!130 = !DILocation(line: 34, column: 5, scope: !101)
!131 = !DILocation(line: 35, column: 5, scope: !101)
!132 = !DILocation(line: 37, column: 5, scope: !101)
!133 = !DILocation(line: 31, column: 31, scope: !101)
!134 = distinct !{!134, !115, !135, !60, !61}
!135 = !DILocation(line: 38, column: 3, scope: !101)
!136 = !DILocation(line: 36, column: 12, scope: !101)
!137 = !DILocation(line: 36, column: 24, scope: !101)
!138 = !DILocation(line: 36, column: 22, scope: !101)
!139 = !DILocation(line: 36, column: 9, scope: !101)
!140 = !DILocation(line: 35, column: 29, scope: !101)
!141 = !DILocation(line: 35, column: 23, scope: !101)
!142 = distinct !{!142, !131, !143, !60, !61}
!143 = !DILocation(line: 36, column: 32, scope: !101)
!144 = distinct !DISubprogram(name: "transposeNaive", scope: !7, file: !7, line: 41, type: !16, scopeLine: 41, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!145 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !146)
!146 = distinct !DILocation(line: 42, column: 11, scope: !144)
!147 = !DILocation(line: 42, column: 22, scope: !144)
!148 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !149)
!149 = distinct !DILocation(line: 42, column: 29, scope: !144)
!150 = !DILocation(line: 42, column: 27, scope: !144)
!151 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !152)
!152 = distinct !DILocation(line: 43, column: 11, scope: !144)
!153 = !DILocation(line: 43, column: 22, scope: !144)
!154 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !155)
!155 = distinct !DILocation(line: 43, column: 29, scope: !144)
!156 = !DILocation(line: 43, column: 27, scope: !144)
!157 = !DILocation(line: 44, column: 3, scope: !144)
!158 = !DILocation(line: 46, column: 1, scope: !144)
!159 = !DILocation(line: 45, column: 32, scope: !144)
!160 = !DILocation(line: 45, column: 37, scope: !144)
!161 = !DILocation(line: 45, column: 41, scope: !144)
!162 = !DILocation(line: 45, column: 26, scope: !144)
!163 = !DILocation(line: 45, column: 19, scope: !144)
!164 = !DILocation(line: 45, column: 5, scope: !144)
!165 = !DILocation(line: 45, column: 24, scope: !144)
!166 = !DILocation(line: 44, column: 29, scope: !144)
!167 = !DILocation(line: 44, column: 21, scope: !144)
!168 = distinct !{!168, !157, !169, !60, !61}
!169 = !DILocation(line: 45, column: 44, scope: !144)
!170 = distinct !DISubprogram(name: "transposeTile", scope: !7, file: !7, line: 47, type: !16, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!171 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !172)
!172 = distinct !DILocation(line: 49, column: 11, scope: !170)
!173 = !DILocation(line: 49, column: 22, scope: !170)
!174 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !175)
!175 = distinct !DILocation(line: 49, column: 29, scope: !170)
!176 = !DILocation(line: 49, column: 27, scope: !170)
!177 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !178)
!178 = distinct !DILocation(line: 50, column: 11, scope: !170)
!179 = !DILocation(line: 50, column: 22, scope: !170)
!180 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !181)
!181 = distinct !DILocation(line: 50, column: 29, scope: !170)
!182 = !DILocation(line: 50, column: 27, scope: !170)
!183 = !DILocation(line: 51, column: 8, scope: !170)
!184 = !DILocation(line: 51, column: 3, scope: !170)
!185 = !DILocation(line: 53, column: 3, scope: !170)
!186 = !DILocation(line: 54, column: 23, scope: !170)
!187 = !DILocation(line: 55, column: 23, scope: !170)
!188 = !DILocation(line: 56, column: 3, scope: !170)
!189 = !DILocation(line: 52, column: 48, scope: !170)
!190 = !DILocation(line: 52, column: 53, scope: !170)
!191 = !DILocation(line: 52, column: 57, scope: !170)
!192 = !DILocation(line: 52, column: 42, scope: !170)
!193 = !DILocation(line: 52, column: 22, scope: !170)
!194 = !DILocation(line: 52, column: 5, scope: !170)
!195 = !DILocation(line: 52, column: 40, scope: !170)
!196 = !DILocation(line: 51, column: 29, scope: !170)
!197 = !DILocation(line: 51, column: 21, scope: !170)
!198 = distinct !{!198, !184, !199, !60, !61}
!199 = !DILocation(line: 52, column: 60, scope: !170)
!200 = !DILocation(line: 58, column: 1, scope: !170)
!201 = !DILocation(line: 57, column: 58, scope: !170)
!202 = !DILocation(line: 57, column: 28, scope: !170)
!203 = !DILocation(line: 57, column: 12, scope: !170)
!204 = !DILocation(line: 57, column: 17, scope: !170)
!205 = !DILocation(line: 57, column: 21, scope: !170)
!206 = !DILocation(line: 57, column: 5, scope: !170)
!207 = !DILocation(line: 57, column: 26, scope: !170)
!208 = !DILocation(line: 56, column: 29, scope: !170)
!209 = !DILocation(line: 56, column: 21, scope: !170)
!210 = distinct !{!210, !188, !211, !60, !61}
!211 = !DILocation(line: 57, column: 61, scope: !170)
!212 = distinct !DISubprogram(name: "transposePadded", scope: !7, file: !7, line: 59, type: !16, scopeLine: 59, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!213 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !214)
!214 = distinct !DILocation(line: 61, column: 11, scope: !212)
!215 = !DILocation(line: 61, column: 22, scope: !212)
!216 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !217)
!217 = distinct !DILocation(line: 61, column: 29, scope: !212)
!218 = !DILocation(line: 61, column: 27, scope: !212)
!219 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !220)
!220 = distinct !DILocation(line: 62, column: 11, scope: !212)
!221 = !DILocation(line: 62, column: 22, scope: !212)
!222 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !223)
!223 = distinct !DILocation(line: 62, column: 29, scope: !212)
!224 = !DILocation(line: 62, column: 27, scope: !212)
!225 = !DILocation(line: 63, column: 8, scope: !212)
!226 = !DILocation(line: 63, column: 3, scope: !212)
!227 = !DILocation(line: 65, column: 3, scope: !212)
!228 = !DILocation(line: 66, column: 23, scope: !212)
!229 = !DILocation(line: 67, column: 23, scope: !212)
!230 = !DILocation(line: 68, column: 3, scope: !212)
!231 = !DILocation(line: 64, column: 48, scope: !212)
!232 = !DILocation(line: 64, column: 53, scope: !212)
!233 = !DILocation(line: 64, column: 57, scope: !212)
!234 = !DILocation(line: 64, column: 42, scope: !212)
!235 = !DILocation(line: 64, column: 22, scope: !212)
!236 = !DILocation(line: 64, column: 5, scope: !212)
!237 = !DILocation(line: 64, column: 40, scope: !212)
!238 = !DILocation(line: 63, column: 29, scope: !212)
!239 = !DILocation(line: 63, column: 21, scope: !212)
!240 = distinct !{!240, !226, !241, !60, !61}
!241 = !DILocation(line: 64, column: 60, scope: !212)
!242 = !DILocation(line: 70, column: 1, scope: !212)
!243 = !DILocation(line: 69, column: 58, scope: !212)
!244 = !DILocation(line: 69, column: 28, scope: !212)
!245 = !DILocation(line: 69, column: 12, scope: !212)
!246 = !DILocation(line: 69, column: 17, scope: !212)
!247 = !DILocation(line: 69, column: 21, scope: !212)
!248 = !DILocation(line: 69, column: 5, scope: !212)
!249 = !DILocation(line: 69, column: 26, scope: !212)
!250 = !DILocation(line: 68, column: 29, scope: !212)
!251 = !DILocation(line: 68, column: 21, scope: !212)
!252 = distinct !{!252, !230, !253, !60, !61}
!253 = !DILocation(line: 69, column: 61, scope: !212)
!254 = distinct !DISubprogram(name: "reduceShared", scope: !7, file: !7, line: 71, type: !16, scopeLine: 71, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!255 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !256)
!256 = distinct !DILocation(line: 73, column: 11, scope: !254)
!257 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !258)
!258 = distinct !DILocation(line: 73, column: 28, scope: !254)
!259 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !260)
!260 = distinct !DILocation(line: 73, column: 41, scope: !254)
!261 = !DILocation(line: 73, column: 39, scope: !254)
!262 = !DILocation(line: 73, column: 52, scope: !254)
!263 = !DILocation(line: 74, column: 12, scope: !254)
!264 = !DILocation(line: 74, column: 10, scope: !254)
!265 = !DILocation(line: 74, column: 18, scope: !254)
!266 = !DILocation(line: 74, column: 3, scope: !254)
!267 = !DILocation(line: 74, column: 8, scope: !254)
!268 = !DILocation(line: 75, column: 3, scope: !254)
!269 = !DILocation(line: 76, scope: !254)
!270 = !DILocation(line: 76, column: 39, scope: !254)
!271 = !DILocation(line: 76, column: 3, scope: !254)
!272 = !DILocation(line: 81, column: 9, scope: !254)
!273 = !DILocation(line: 77, column: 11, scope: !254)
!274 = !DILocation(line: 78, column: 15, scope: !254)
!275 = !DILocation(line: 78, column: 12, scope: !254)
!276 = !DILocation(line: 78, column: 7, scope: !254)
!277 = !DILocation(line: 79, column: 5, scope: !254)
!278 = distinct !{!278, !271, !279, !60, !61}
!279 = !DILocation(line: 80, column: 3, scope: !254)
!280 = !DILocation(line: 82, column: 20, scope: !254)
!281 = !DILocation(line: 177, column: 10, scope: !282, inlinedAt: !284)
!282 = distinct !DISubprogram(name: "__fAtomicAdd", scope: !283, file: !283, line: 176, type: !16, scopeLine: 176, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!283 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_device_functions.h", directory: "")
!284 = distinct !DILocation(line: 84, column: 10, scope: !285, inlinedAt: !287)
!285 = distinct !DISubprogram(name: "atomicAdd", scope: !286, file: !286, line: 82, type: !16, scopeLine: 83, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!286 = !DIFile(filename: "/usr/local/cuda-13.0/include/sm_20_atomic_functions.hpp", directory: "")
!287 = distinct !DILocation(line: 82, column: 5, scope: !254)
!288 = !DILocation(line: 82, column: 5, scope: !254)
!289 = !DILocation(line: 83, column: 1, scope: !254)
!290 = distinct !DISubprogram(name: "stencil3d", scope: !7, file: !7, line: 84, type: !16, scopeLine: 84, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!291 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !292)
!292 = distinct !DILocation(line: 85, column: 11, scope: !290)
!293 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !294)
!294 = distinct !DILocation(line: 85, column: 24, scope: !290)
!295 = !DILocation(line: 85, column: 22, scope: !290)
!296 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !297)
!297 = distinct !DILocation(line: 85, column: 37, scope: !290)
!298 = !DILocation(line: 85, column: 35, scope: !290)
!299 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !300)
!300 = distinct !DILocation(line: 86, column: 11, scope: !290)
!301 = !DILocation(line: 80, column: 27, scope: !67, inlinedAt: !302)
!302 = distinct !DILocation(line: 86, column: 24, scope: !290)
!303 = !DILocation(line: 86, column: 22, scope: !290)
!304 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !305)
!305 = distinct !DILocation(line: 86, column: 37, scope: !290)
!306 = !DILocation(line: 86, column: 35, scope: !290)
!307 = !DILocation(line: 87, column: 9, scope: !290)
!308 = !DILocation(line: 87, column: 13, scope: !290)
!309 = !DILocation(line: 89, column: 3, scope: !290)
!310 = !DILocation(line: 90, column: 24, scope: !290)
!311 = !DILocation(line: 90, column: 31, scope: !290)
!312 = !DILocation(line: 90, column: 45, scope: !290)
!313 = !DILocation(line: 91, column: 21, scope: !290)
!314 = !DILocation(line: 91, column: 19, scope: !290)
!315 = !DILocation(line: 91, column: 37, scope: !290)
!316 = !DILocation(line: 91, column: 49, scope: !290)
!317 = !DILocation(line: 91, column: 47, scope: !290)
!318 = !DILocation(line: 91, column: 66, scope: !290)
!319 = !DILocation(line: 91, column: 61, scope: !290)
!320 = !DILocation(line: 91, column: 59, scope: !290)
!321 = !DILocation(line: 91, column: 74, scope: !290)
!322 = !DILocation(line: 91, column: 72, scope: !290)
!323 = !DILocation(line: 92, column: 19, scope: !290)
!324 = !DILocation(line: 92, column: 14, scope: !290)
!325 = !DILocation(line: 91, column: 85, scope: !290)
!326 = !DILocation(line: 92, column: 32, scope: !290)
!327 = !DILocation(line: 92, column: 30, scope: !290)
!328 = !DILocation(line: 91, column: 34, scope: !290)
!329 = !DILocation(line: 91, column: 27, scope: !290)
!330 = !DILocation(line: 91, column: 5, scope: !290)
!331 = !DILocation(line: 91, column: 12, scope: !290)
!332 = !DILocation(line: 89, column: 31, scope: !290)
!333 = !DILocation(line: 89, column: 21, scope: !290)
!334 = distinct !{!334, !309, !335, !60, !61}
!335 = !DILocation(line: 93, column: 3, scope: !290)
!336 = !DILocation(line: 94, column: 1, scope: !290)
!337 = distinct !DISubprogram(name: "gather", scope: !7, file: !7, line: 95, type: !16, scopeLine: 95, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!338 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !339)
!339 = distinct !DILocation(line: 96, column: 11, scope: !337)
!340 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !341)
!341 = distinct !DILocation(line: 96, column: 24, scope: !337)
!342 = !DILocation(line: 96, column: 22, scope: !337)
!343 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !344)
!344 = distinct !DILocation(line: 96, column: 37, scope: !337)
!345 = !DILocation(line: 96, column: 35, scope: !337)
!346 = !DILocation(line: 97, column: 9, scope: !337)
!347 = !DILocation(line: 98, column: 17, scope: !337)
!348 = !DILocation(line: 98, column: 14, scope: !337)
!349 = !DILocation(line: 98, column: 5, scope: !337)
!350 = !DILocation(line: 98, column: 12, scope: !337)
!351 = !DILocation(line: 99, column: 1, scope: !337)
!352 = distinct !DISubprogram(name: "aos", scope: !7, file: !7, line: 101, type: !16, scopeLine: 101, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!353 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !354)
!354 = distinct !DILocation(line: 102, column: 11, scope: !352)
!355 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !356)
!356 = distinct !DILocation(line: 102, column: 24, scope: !352)
!357 = !DILocation(line: 102, column: 22, scope: !352)
!358 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !359)
!359 = distinct !DILocation(line: 102, column: 37, scope: !352)
!360 = !DILocation(line: 102, column: 35, scope: !352)
!361 = !DILocation(line: 103, column: 9, scope: !352)
!362 = !DILocation(line: 104, column: 20, scope: !352)
!363 = !DILocation(line: 104, column: 25, scope: !352)
!364 = !{!365, !33, i64 16}
!365 = !{!"_ZTS4Body", !33, i64 0, !33, i64 4, !33, i64 8, !33, i64 12, !33, i64 16, !33, i64 20, !33, i64 24, !33, i64 28}
!366 = !DILocation(line: 104, column: 18, scope: !352)
!367 = !DILocation(line: 104, column: 12, scope: !352)
!368 = !{!365, !33, i64 0}
!369 = !DILocation(line: 104, column: 5, scope: !352)
!370 = !DILocation(line: 105, column: 1, scope: !352)
!371 = distinct !DISubprogram(name: "triangular", scope: !7, file: !7, line: 106, type: !16, scopeLine: 106, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!372 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !373)
!373 = distinct !DILocation(line: 107, column: 11, scope: !371)
!374 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !375)
!375 = distinct !DILocation(line: 107, column: 24, scope: !371)
!376 = !DILocation(line: 107, column: 22, scope: !371)
!377 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !378)
!378 = distinct !DILocation(line: 107, column: 37, scope: !371)
!379 = !DILocation(line: 107, column: 35, scope: !371)
!380 = !DILocation(line: 109, column: 9, scope: !371)
!381 = !DILocation(line: 110, column: 21, scope: !371)
!382 = !DILocation(line: 110, column: 3, scope: !371)
!383 = !DILocation(line: 111, column: 23, scope: !371)
!384 = !DILocation(line: 111, column: 5, scope: !371)
!385 = !DILocation(line: 108, column: 9, scope: !371)
!386 = !DILocation(line: 113, column: 3, scope: !371)
!387 = !DILocation(line: 113, column: 10, scope: !371)
!388 = !DILocation(line: 114, column: 1, scope: !371)
!389 = !DILocation(line: 0, scope: !371)
!390 = !DILocation(line: 110, column: 26, scope: !371)
!391 = distinct !{!391, !382, !392, !60, !61}
!392 = !DILocation(line: 112, column: 23, scope: !371)
!393 = !DILocation(line: 112, column: 16, scope: !371)
!394 = !DILocation(line: 112, column: 20, scope: !371)
!395 = !DILocation(line: 112, column: 12, scope: !371)
!396 = !DILocation(line: 112, column: 9, scope: !371)
!397 = !DILocation(line: 111, column: 28, scope: !371)
!398 = distinct !{!398, !384, !392, !60, !61}
!399 = distinct !DISubprogram(name: "whileData", scope: !7, file: !7, line: 115, type: !16, scopeLine: 115, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!400 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !401)
!401 = distinct !DILocation(line: 116, column: 11, scope: !399)
!402 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !403)
!403 = distinct !DILocation(line: 116, column: 24, scope: !399)
!404 = !DILocation(line: 116, column: 22, scope: !399)
!405 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !406)
!406 = distinct !DILocation(line: 116, column: 37, scope: !399)
!407 = !DILocation(line: 116, column: 35, scope: !399)
!408 = !DILocation(line: 117, column: 9, scope: !399)
!409 = !DILocation(line: 119, column: 12, scope: !399)
!410 = !DILocation(line: 119, column: 3, scope: !399)
!411 = !DILocation(line: 119, column: 25, scope: !399)
!412 = !DILocation(line: 119, column: 34, scope: !399)
!413 = distinct !{!413, !410, !414, !60, !61}
!414 = !DILocation(line: 119, column: 39, scope: !399)
!415 = !DILocation(line: 0, scope: !399)
!416 = !DILocation(line: 120, column: 3, scope: !399)
!417 = !DILocation(line: 120, column: 10, scope: !399)
!418 = !DILocation(line: 121, column: 1, scope: !399)
!419 = distinct !DISubprogram(name: "rows2d", scope: !7, file: !7, line: 122, type: !16, scopeLine: 122, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!420 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !421)
!421 = distinct !DILocation(line: 123, column: 11, scope: !419)
!422 = !DILocation(line: 80, column: 27, scope: !67, inlinedAt: !423)
!423 = distinct !DILocation(line: 123, column: 24, scope: !419)
!424 = !DILocation(line: 123, column: 22, scope: !419)
!425 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !426)
!426 = distinct !DILocation(line: 123, column: 37, scope: !419)
!427 = !DILocation(line: 123, column: 35, scope: !419)
!428 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !429)
!429 = distinct !DILocation(line: 123, column: 54, scope: !419)
!430 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !431)
!431 = distinct !DILocation(line: 123, column: 67, scope: !419)
!432 = !DILocation(line: 123, column: 65, scope: !419)
!433 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !434)
!434 = distinct !DILocation(line: 123, column: 80, scope: !419)
!435 = !DILocation(line: 123, column: 78, scope: !419)
!436 = !DILocation(line: 124, column: 36, scope: !419)
!437 = !DILocation(line: 124, column: 44, scope: !419)
!438 = !DILocation(line: 124, column: 31, scope: !419)
!439 = !DILocation(line: 124, column: 29, scope: !419)
!440 = !DILocation(line: 124, column: 3, scope: !419)
!441 = !DILocation(line: 124, column: 22, scope: !419)
!442 = !DILocation(line: 125, column: 1, scope: !419)
!443 = distinct !DISubprogram(name: "histogram", scope: !7, file: !7, line: 126, type: !16, scopeLine: 126, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!444 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !445)
!445 = distinct !DILocation(line: 128, column: 16, scope: !443)
!446 = !DILocation(line: 128, column: 31, scope: !443)
!447 = !DILocation(line: 128, column: 3, scope: !443)
!448 = !DILocation(line: 129, column: 3, scope: !443)
!449 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !450)
!450 = distinct !DILocation(line: 130, column: 16, scope: !443)
!451 = !DILocation(line: 130, column: 27, scope: !443)
!452 = !DILocation(line: 130, column: 40, scope: !443)
!453 = !DILocation(line: 130, column: 57, scope: !443)
!454 = !DILocation(line: 130, column: 3, scope: !443)
!455 = !DILocation(line: 128, column: 55, scope: !443)
!456 = !DILocation(line: 128, column: 60, scope: !443)
!457 = !DILocation(line: 128, column: 40, scope: !443)
!458 = distinct !{!458, !447, !459, !60, !61}
!459 = !DILocation(line: 128, column: 62, scope: !443)
!460 = !DILocation(line: 132, column: 3, scope: !443)
!461 = !DILocation(line: 133, column: 3, scope: !443)
!462 = !DILocation(line: 131, column: 18, scope: !443)
!463 = !{!12, !12, i64 0}
!464 = !DILocation(line: 131, column: 16, scope: !443)
!465 = !DILocation(line: 547, column: 10, scope: !466, inlinedAt: !467)
!466 = distinct !DISubprogram(name: "__uAtomicAdd", scope: !283, file: !283, line: 546, type: !16, scopeLine: 546, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!467 = distinct !DILocation(line: 112, column: 10, scope: !468, inlinedAt: !470)
!468 = distinct !DISubprogram(name: "atomicAdd", scope: !469, file: !469, line: 110, type: !16, scopeLine: 111, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!469 = !DIFile(filename: "/usr/local/cuda-13.0/include/device_atomic_functions.hpp", directory: "")
!470 = distinct !DILocation(line: 131, column: 5, scope: !443)
!471 = !DILocation(line: 130, column: 64, scope: !443)
!472 = distinct !{!472, !454, !473, !60, !61}
!473 = !DILocation(line: 131, column: 28, scope: !443)
!474 = !DILocation(line: 134, column: 1, scope: !443)
!475 = !DILocation(line: 133, column: 66, scope: !443)
!476 = !DILocation(line: 133, column: 75, scope: !443)
!477 = !DILocation(line: 547, column: 10, scope: !466, inlinedAt: !478)
!478 = distinct !DILocation(line: 112, column: 10, scope: !468, inlinedAt: !479)
!479 = distinct !DILocation(line: 133, column: 55, scope: !443)
!480 = !DILocation(line: 133, column: 40, scope: !443)
!481 = !DILocation(line: 133, column: 31, scope: !443)
!482 = distinct !{!482, !461, !483, !60, !61}
!483 = !DILocation(line: 133, column: 79, scope: !443)
!484 = distinct !DISubprogram(name: "byval", scope: !7, file: !7, line: 136, type: !16, scopeLine: 136, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!485 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !486)
!486 = distinct !DILocation(line: 137, column: 11, scope: !484)
!487 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !488)
!488 = distinct !DILocation(line: 137, column: 24, scope: !484)
!489 = !DILocation(line: 137, column: 22, scope: !484)
!490 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !491)
!491 = distinct !DILocation(line: 137, column: 37, scope: !484)
!492 = !DILocation(line: 137, column: 35, scope: !484)
!493 = !DILocation(line: 138, column: 13, scope: !484)
!494 = !{!495, !11, i64 16}
!495 = !{!"_ZTS4Args", !496, i64 0, !496, i64 8, !11, i64 16, !33, i64 20, !498, i64 24}
!496 = !{!"p1 float", !497, i64 0}
!497 = !{!"any pointer", !12, i64 0}
!498 = !{!"long long", !12, i64 0}
!499 = !DILocation(line: 138, column: 9, scope: !484)
!500 = !DILocation(line: 138, column: 40, scope: !484)
!501 = !{!495, !33, i64 20}
!502 = !DILocation(line: 138, column: 50, scope: !484)
!503 = !{!495, !496, i64 0}
!504 = !DILocation(line: 138, column: 48, scope: !484)
!505 = !DILocation(line: 138, column: 46, scope: !484)
!506 = !DILocation(line: 138, column: 18, scope: !484)
!507 = !{!495, !496, i64 8}
!508 = !DILocation(line: 138, column: 28, scope: !484)
!509 = !{!495, !498, i64 24}
!510 = !DILocation(line: 138, column: 24, scope: !484)
!511 = !DILocation(line: 138, column: 16, scope: !484)
!512 = !DILocation(line: 138, column: 36, scope: !484)
!513 = !DILocation(line: 139, column: 1, scope: !484)
!514 = distinct !DISubprogram(name: "sizeTIndex", scope: !7, file: !7, line: 140, type: !16, scopeLine: 140, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!515 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !516)
!516 = distinct !DILocation(line: 141, column: 22, scope: !514)
!517 = !DILocation(line: 141, column: 22, scope: !514)
!518 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !519)
!519 = distinct !DILocation(line: 141, column: 35, scope: !514)
!520 = !DILocation(line: 141, column: 35, scope: !514)
!521 = !DILocation(line: 141, column: 33, scope: !514)
!522 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !523)
!523 = distinct !DILocation(line: 141, column: 48, scope: !514)
!524 = !DILocation(line: 141, column: 48, scope: !514)
!525 = !DILocation(line: 141, column: 46, scope: !514)
!526 = !DILocation(line: 142, column: 9, scope: !514)
!527 = !DILocation(line: 142, column: 23, scope: !514)
!528 = !{!529, !529, i64 0}
!529 = !{!"double", !12, i64 0}
!530 = !DILocation(line: 142, column: 29, scope: !514)
!531 = !DILocation(line: 142, column: 21, scope: !514)
!532 = !DILocation(line: 142, column: 14, scope: !514)
!533 = !DILocation(line: 143, column: 1, scope: !514)
!534 = distinct !DISubprogram(name: "counter64", scope: !7, file: !7, line: 144, type: !16, scopeLine: 144, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!535 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !536)
!536 = distinct !DILocation(line: 145, column: 28, scope: !534)
!537 = !DILocation(line: 145, column: 28, scope: !534)
!538 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !539)
!539 = distinct !DILocation(line: 145, column: 41, scope: !534)
!540 = !DILocation(line: 145, column: 41, scope: !534)
!541 = !DILocation(line: 145, column: 39, scope: !534)
!542 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !543)
!543 = distinct !DILocation(line: 145, column: 54, scope: !534)
!544 = !DILocation(line: 145, column: 54, scope: !534)
!545 = !DILocation(line: 145, column: 52, scope: !534)
!546 = !DILocation(line: 147, column: 8, scope: !534)
!547 = !DILocation(line: 147, column: 27, scope: !534)
!548 = !DILocation(line: 147, column: 3, scope: !534)
!549 = !DILocation(line: 0, scope: !534)
!550 = !DILocation(line: 148, column: 3, scope: !534)
!551 = !DILocation(line: 148, column: 10, scope: !534)
!552 = !DILocation(line: 149, column: 1, scope: !534)
!553 = !DILocation(line: 147, column: 47, scope: !534)
!554 = !DILocation(line: 147, column: 42, scope: !534)
!555 = !DILocation(line: 147, column: 39, scope: !534)
!556 = !DILocation(line: 147, column: 33, scope: !534)
!557 = distinct !{!557, !548, !558, !60, !61}
!558 = !DILocation(line: 147, column: 54, scope: !534)
!559 = distinct !DISubprogram(name: "switchy", scope: !7, file: !7, line: 150, type: !16, scopeLine: 150, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!560 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !561)
!561 = distinct !DILocation(line: 151, column: 11, scope: !559)
!562 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !563)
!563 = distinct !DILocation(line: 151, column: 24, scope: !559)
!564 = !DILocation(line: 151, column: 22, scope: !559)
!565 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !566)
!566 = distinct !DILocation(line: 151, column: 37, scope: !559)
!567 = !DILocation(line: 151, column: 35, scope: !559)
!568 = !DILocation(line: 152, column: 13, scope: !559)
!569 = !DILocation(line: 153, column: 3, scope: !559)
!570 = !DILocation(line: 154, column: 17, scope: !559)
!571 = !DILocation(line: 154, column: 22, scope: !559)
!572 = !DILocation(line: 523, column: 45, scope: !573, inlinedAt: !574)
!573 = distinct !DISubprogram(name: "__sinf", scope: !283, file: !283, line: 523, type: !16, scopeLine: 523, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!574 = distinct !DILocation(line: 155, column: 15, scope: !559)
!575 = !DILocation(line: 155, column: 26, scope: !559)
!576 = !DILocation(line: 318, column: 44, scope: !577, inlinedAt: !579)
!577 = distinct !DISubprogram(name: "sqrtf", scope: !578, file: !578, line: 318, type: !16, scopeLine: 318, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!578 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_math.h", directory: "")
!579 = distinct !DILocation(line: 156, column: 15, scope: !559)
!580 = !DILocation(line: 156, column: 31, scope: !559)
!581 = !DILocation(line: 156, column: 24, scope: !559)
!582 = !DILocation(line: 156, column: 36, scope: !559)
!583 = !DILocation(line: 113, column: 43, scope: !584, inlinedAt: !585)
!584 = distinct !DISubprogram(name: "expf", scope: !578, file: !578, line: 113, type: !16, scopeLine: 113, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!585 = distinct !DILocation(line: 157, column: 15, scope: !559)
!586 = !DILocation(line: 157, column: 24, scope: !559)
!587 = !DILocation(line: 158, column: 18, scope: !559)
!588 = !DILocation(line: 159, column: 3, scope: !559)
!589 = !DILocation(line: 0, scope: !559)
!590 = !DILocation(line: 160, column: 8, scope: !559)
!591 = !DILocation(line: 161, column: 1, scope: !559)
!592 = distinct !DISubprogram(name: "nestedBreak", scope: !7, file: !7, line: 162, type: !16, scopeLine: 162, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!593 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !594)
!594 = distinct !DILocation(line: 163, column: 11, scope: !592)
!595 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !596)
!596 = distinct !DILocation(line: 163, column: 24, scope: !592)
!597 = !DILocation(line: 163, column: 22, scope: !592)
!598 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !599)
!599 = distinct !DILocation(line: 163, column: 37, scope: !592)
!600 = !DILocation(line: 163, column: 35, scope: !592)
!601 = !DILocation(line: 165, column: 21, scope: !592)
!602 = !DILocation(line: 165, column: 3, scope: !592)
!603 = !DILocation(line: 167, column: 26, scope: !592)
!604 = !DILocation(line: 167, column: 31, scope: !592)
!605 = !DILocation(line: 166, column: 5, scope: !592)
!606 = !DILocation(line: 164, column: 9, scope: !592)
!607 = !DILocation(line: 172, column: 3, scope: !592)
!608 = !DILocation(line: 172, column: 10, scope: !592)
!609 = !DILocation(line: 173, column: 1, scope: !592)
!610 = !DILocation(line: 167, column: 35, scope: !592)
!611 = !DILocation(line: 167, column: 17, scope: !592)
!612 = !DILocation(line: 168, column: 13, scope: !592)
!613 = !DILocation(line: 166, column: 28, scope: !592)
!614 = !DILocation(line: 166, column: 23, scope: !592)
!615 = distinct !{!615, !605, !616, !60, !61}
!616 = !DILocation(line: 170, column: 5, scope: !592)
!617 = !DILocation(line: 165, column: 26, scope: !592)
!618 = distinct !{!618, !602, !619, !60, !61}
!619 = !DILocation(line: 171, column: 3, scope: !592)
!620 = distinct !DISubprogram(name: "vec4", scope: !7, file: !7, line: 174, type: !16, scopeLine: 174, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!621 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !622)
!622 = distinct !DILocation(line: 175, column: 11, scope: !620)
!623 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !624)
!624 = distinct !DILocation(line: 175, column: 24, scope: !620)
!625 = !DILocation(line: 175, column: 22, scope: !620)
!626 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !627)
!627 = distinct !DILocation(line: 175, column: 37, scope: !620)
!628 = !DILocation(line: 175, column: 35, scope: !620)
!629 = !DILocation(line: 176, column: 14, scope: !620)
!630 = !DILocation(line: 177, column: 7, scope: !620)
!631 = !DILocation(line: 177, column: 17, scope: !620)
!632 = !DILocation(line: 177, column: 33, scope: !620)
!633 = !DILocation(line: 177, column: 39, scope: !620)
!634 = !DILocation(line: 178, column: 3, scope: !620)
!635 = !DILocation(line: 178, column: 8, scope: !620)
!636 = !DILocation(line: 179, column: 1, scope: !620)
!637 = distinct !DISubprogram(name: "constant", scope: !7, file: !7, line: 181, type: !16, scopeLine: 181, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!638 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !639)
!639 = distinct !DILocation(line: 182, column: 11, scope: !637)
!640 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !641)
!641 = distinct !DILocation(line: 182, column: 24, scope: !637)
!642 = !DILocation(line: 182, column: 22, scope: !637)
!643 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !644)
!644 = distinct !DILocation(line: 182, column: 37, scope: !637)
!645 = !DILocation(line: 182, column: 35, scope: !637)
!646 = !DILocation(line: 184, column: 3, scope: !637)
!647 = !DILocation(line: 185, column: 3, scope: !637)
!648 = !DILocation(line: 185, column: 8, scope: !637)
!649 = !DILocation(line: 186, column: 1, scope: !637)
!650 = !DILocation(line: 184, column: 37, scope: !637)
!651 = !DILocation(line: 184, column: 51, scope: !637)
!652 = !DILocation(line: 184, column: 47, scope: !637)
!653 = !DILocation(line: 184, column: 45, scope: !637)
!654 = !DILocation(line: 184, column: 34, scope: !637)
!655 = !DILocation(line: 184, column: 27, scope: !637)
!656 = !DILocation(line: 184, column: 21, scope: !637)
!657 = distinct !{!657, !646, !658, !60, !61}
!658 = !DILocation(line: 184, column: 54, scope: !637)
!659 = distinct !DISubprogram(name: "geometric", scope: !7, file: !7, line: 188, type: !16, scopeLine: 188, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!660 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !661)
!661 = distinct !DILocation(line: 189, column: 11, scope: !659)
!662 = !DILocation(line: 190, column: 21, scope: !659)
!663 = !DILocation(line: 190, column: 3, scope: !659)
!664 = !DILocation(line: 191, column: 10, scope: !659)
!665 = !DILocation(line: 192, column: 21, scope: !659)
!666 = !DILocation(line: 192, column: 3, scope: !659)
!667 = !DILocation(line: 191, column: 17, scope: !659)
!668 = !DILocation(line: 191, column: 13, scope: !659)
!669 = !DILocation(line: 190, column: 28, scope: !659)
!670 = distinct !{!670, !663, !671, !60, !61}
!671 = !DILocation(line: 191, column: 20, scope: !659)
!672 = !DILocation(line: 193, column: 10, scope: !659)
!673 = !DILocation(line: 194, column: 1, scope: !659)
!674 = !DILocation(line: 192, column: 28, scope: !659)
!675 = distinct !{!675, !666, !676, !60, !61}
!676 = !DILocation(line: 193, column: 13, scope: !659)
!677 = distinct !DISubprogram(name: "helper", scope: !7, file: !7, line: 195, type: !16, scopeLine: 195, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!678 = !DILocation(line: 196, column: 21, scope: !677)
!679 = !DILocation(line: 196, column: 3, scope: !677)
!680 = !DILocation(line: 198, column: 3, scope: !677)
!681 = !DILocation(line: 197, column: 11, scope: !677)
!682 = !DILocation(line: 197, column: 15, scope: !677)
!683 = !DILocation(line: 196, column: 26, scope: !677)
!684 = distinct !{!684, !679, !685, !60, !61}
!685 = !DILocation(line: 197, column: 17, scope: !677)
!686 = distinct !DISubprogram(name: "callsHelper", scope: !7, file: !7, line: 200, type: !16, scopeLine: 200, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!687 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !688)
!688 = distinct !DILocation(line: 201, column: 11, scope: !686)
!689 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !690)
!690 = distinct !DILocation(line: 201, column: 24, scope: !686)
!691 = !DILocation(line: 201, column: 22, scope: !686)
!692 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !693)
!693 = distinct !DILocation(line: 201, column: 37, scope: !686)
!694 = !DILocation(line: 201, column: 35, scope: !686)
!695 = !DILocation(line: 202, column: 17, scope: !686)
!696 = !DILocation(line: 202, column: 10, scope: !686)
!697 = !DILocation(line: 202, column: 8, scope: !686)
!698 = !DILocation(line: 203, column: 1, scope: !686)
!699 = distinct !DISubprogram(name: "fib", scope: !7, file: !7, line: 204, type: !16, scopeLine: 204, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!700 = !DILocation(line: 205, column: 12, scope: !699)
!701 = !DILocation(line: 205, column: 10, scope: !699)
!702 = !DILocation(line: 205, column: 3, scope: !699)
!703 = !DILocation(line: 205, column: 22, scope: !699)
!704 = !DILocation(line: 205, column: 35, scope: !699)
!705 = !DILocation(line: 205, column: 46, scope: !699)
!706 = !DILocation(line: 205, column: 33, scope: !699)
!707 = distinct !DISubprogram(name: "recursive", scope: !7, file: !7, line: 207, type: !16, scopeLine: 207, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!708 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !709)
!709 = distinct !DILocation(line: 207, column: 60, scope: !707)
!710 = !DILocation(line: 207, column: 58, scope: !707)
!711 = !DILocation(line: 207, column: 54, scope: !707)
!712 = !DILocation(line: 207, column: 52, scope: !707)
!713 = !DILocation(line: 207, column: 75, scope: !707)
!714 = distinct !DISubprogram(name: "warpSum", scope: !7, file: !7, line: 208, type: !16, scopeLine: 208, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!715 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !716)
!716 = distinct !DILocation(line: 209, column: 15, scope: !714)
!717 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !718)
!718 = distinct !DILocation(line: 209, column: 28, scope: !714)
!719 = !DILocation(line: 209, column: 26, scope: !714)
!720 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !721)
!721 = distinct !DILocation(line: 209, column: 41, scope: !714)
!722 = !DILocation(line: 209, column: 39, scope: !714)
!723 = !DILocation(line: 209, column: 13, scope: !714)
!724 = !DILocation(line: 210, column: 3, scope: !714)
!725 = !DILocation(line: 212, column: 19, scope: !714)
!726 = !DILocation(line: 212, column: 24, scope: !714)
!727 = !DILocation(line: 180, column: 22, scope: !728, inlinedAt: !730)
!728 = distinct !DISubprogram(name: "__shfl_down_sync", scope: !729, file: !729, line: 179, type: !16, scopeLine: 179, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!729 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_intrinsics.h", directory: "")
!730 = distinct !DILocation(line: 211, column: 10, scope: !714)
!731 = !DILocation(line: 211, column: 7, scope: !714)
!732 = !DILocation(line: 210, column: 29, scope: !714)
!733 = !DILocation(line: 210, column: 22, scope: !714)
!734 = distinct !{!734, !724, !735, !60, !61}
!735 = !DILocation(line: 211, column: 44, scope: !714)
!736 = !DILocation(line: 213, column: 21, scope: !714)
!737 = !DILocation(line: 213, column: 5, scope: !714)
!738 = !DILocation(line: 214, column: 1, scope: !714)
!739 = distinct !DISubprogram(name: "divergent", scope: !7, file: !7, line: 215, type: !16, scopeLine: 215, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!740 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !741)
!741 = distinct !DILocation(line: 216, column: 11, scope: !739)
!742 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !743)
!743 = distinct !DILocation(line: 216, column: 24, scope: !739)
!744 = !DILocation(line: 216, column: 22, scope: !739)
!745 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !746)
!746 = distinct !DILocation(line: 216, column: 37, scope: !739)
!747 = !DILocation(line: 216, column: 35, scope: !739)
!748 = !DILocation(line: 217, column: 7, scope: !739)
!749 = !DILocation(line: 0, scope: !739)
!750 = !DILocation(line: 311, column: 41, scope: !751, inlinedAt: !752)
!751 = distinct !DISubprogram(name: "sinf", scope: !578, file: !578, line: 310, type: !16, scopeLine: 310, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!752 = distinct !DILocation(line: 218, column: 12, scope: !739)
!753 = !{i32 33673, i32 33677, i32 33722, i32 33767}
!754 = distinct !{!754, !755}
!755 = !{!"llvm.loop.unroll.count", i32 1}
!756 = !DILocation(line: 88, column: 41, scope: !757, inlinedAt: !758)
!757 = distinct !DISubprogram(name: "cosf", scope: !578, file: !578, line: 87, type: !16, scopeLine: 87, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!758 = distinct !DILocation(line: 218, column: 25, scope: !739)
!759 = distinct !{!759, !755}
!760 = !DILocation(line: 218, column: 23, scope: !739)
!761 = !DILocation(line: 218, column: 5, scope: !739)
!762 = !DILocation(line: 220, column: 17, scope: !739)
!763 = !DILocation(line: 221, column: 1, scope: !739)
!764 = distinct !DISubprogram(name: "rowTable", scope: !7, file: !7, line: 222, type: !16, scopeLine: 222, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!765 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !766)
!766 = distinct !DILocation(line: 223, column: 27, scope: !764)
!767 = !DILocation(line: 223, column: 22, scope: !764)
!768 = !{!496, !496, i64 0}
!769 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !770)
!770 = distinct !DILocation(line: 225, column: 16, scope: !764)
!771 = !DILocation(line: 225, column: 31, scope: !764)
!772 = !DILocation(line: 225, column: 3, scope: !764)
!773 = !DILocation(line: 0, scope: !764)
!774 = !DILocation(line: 227, column: 18, scope: !764)
!775 = !DILocation(line: 227, column: 31, scope: !764)
!776 = !DILocation(line: 227, column: 3, scope: !764)
!777 = !DILocation(line: 227, column: 46, scope: !764)
!778 = !DILocation(line: 228, column: 1, scope: !764)
!779 = !DILocation(line: 226, column: 10, scope: !764)
!780 = !DILocation(line: 226, column: 7, scope: !764)
!781 = !DILocation(line: 225, column: 38, scope: !764)
!782 = distinct !{!782, !772, !783, !60, !61}
!783 = !DILocation(line: 226, column: 15, scope: !764)
!784 = distinct !DISubprogram(name: "binarySearch", scope: !7, file: !7, line: 229, type: !16, scopeLine: 229, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!785 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !786)
!786 = distinct !DILocation(line: 230, column: 27, scope: !784)
!787 = !DILocation(line: 231, column: 13, scope: !784)
!788 = !DILocation(line: 231, column: 3, scope: !784)
!789 = !DILocation(line: 232, column: 19, scope: !784)
!790 = !DILocation(line: 232, column: 25, scope: !784)
!791 = !DILocation(line: 233, column: 9, scope: !784)
!792 = !DILocation(line: 233, column: 19, scope: !784)
!793 = distinct !{!793, !788, !794, !60, !61}
!794 = !DILocation(line: 234, column: 3, scope: !784)
!795 = !DILocation(line: 0, scope: !784)
!796 = !DILocation(line: 235, column: 3, scope: !784)
!797 = !DILocation(line: 235, column: 10, scope: !784)
!798 = !DILocation(line: 236, column: 1, scope: !784)
!799 = distinct !DISubprogram(name: "countDown", scope: !7, file: !7, line: 237, type: !16, scopeLine: 237, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!800 = !DILocation(line: 238, column: 25, scope: !799)
!801 = !DILocation(line: 238, column: 3, scope: !799)
!802 = !DILocation(line: 238, column: 18, scope: !799)
!803 = !DILocation(line: 240, column: 1, scope: !799)
!804 = !DILocation(line: 239, column: 9, scope: !799)
!805 = !DILocation(line: 239, column: 5, scope: !799)
!806 = !DILocation(line: 239, column: 24, scope: !799)
!807 = !DILocation(line: 238, column: 33, scope: !799)
!808 = distinct !{!808, !801, !809, !60, !61}
!809 = !DILocation(line: 239, column: 27, scope: !799)
!810 = distinct !DISubprogram(name: "flat3d", scope: !7, file: !7, line: 241, type: !16, scopeLine: 241, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!811 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !812)
!812 = distinct !DILocation(line: 242, column: 11, scope: !810)
!813 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !814)
!814 = distinct !DILocation(line: 242, column: 24, scope: !810)
!815 = !DILocation(line: 242, column: 22, scope: !810)
!816 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !817)
!817 = distinct !DILocation(line: 242, column: 37, scope: !810)
!818 = !DILocation(line: 242, column: 35, scope: !810)
!819 = !DILocation(line: 243, column: 24, scope: !810)
!820 = !DILocation(line: 243, column: 13, scope: !810)
!821 = !DILocation(line: 244, column: 7, scope: !810)
!822 = !DILocation(line: 244, column: 11, scope: !810)
!823 = !DILocation(line: 244, column: 3, scope: !810)
!824 = !DILocation(line: 244, column: 16, scope: !810)
!825 = !DILocation(line: 245, column: 1, scope: !810)
!826 = distinct !DISubprogram(name: "block3d", scope: !7, file: !7, line: 246, type: !16, scopeLine: 246, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!827 = !DILocation(line: 55, column: 27, scope: !828, inlinedAt: !829)
!828 = distinct !DISubprogram(name: "__fetch_builtin_z", scope: !20, file: !20, line: 55, type: !16, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!829 = distinct !DILocation(line: 247, column: 12, scope: !826)
!830 = !DILocation(line: 80, column: 27, scope: !67, inlinedAt: !831)
!831 = distinct !DILocation(line: 247, column: 26, scope: !826)
!832 = !DILocation(line: 247, column: 24, scope: !826)
!833 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !834)
!834 = distinct !DILocation(line: 247, column: 39, scope: !826)
!835 = !DILocation(line: 247, column: 37, scope: !826)
!836 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !837)
!837 = distinct !DILocation(line: 247, column: 54, scope: !826)
!838 = !DILocation(line: 247, column: 52, scope: !826)
!839 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !840)
!840 = distinct !DILocation(line: 247, column: 67, scope: !826)
!841 = !DILocation(line: 247, column: 65, scope: !826)
!842 = !DILocation(line: 248, column: 10, scope: !826)
!843 = !DILocation(line: 248, column: 3, scope: !826)
!844 = !DILocation(line: 248, column: 8, scope: !826)
!845 = !DILocation(line: 249, column: 1, scope: !826)
!846 = distinct !DISubprogram(name: "doubles", scope: !7, file: !7, line: 250, type: !16, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!847 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !848)
!848 = distinct !DILocation(line: 251, column: 11, scope: !846)
!849 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !850)
!850 = distinct !DILocation(line: 251, column: 24, scope: !846)
!851 = !DILocation(line: 251, column: 22, scope: !846)
!852 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !853)
!853 = distinct !DILocation(line: 251, column: 37, scope: !846)
!854 = !DILocation(line: 251, column: 35, scope: !846)
!855 = !DILocation(line: 252, column: 14, scope: !846)
!856 = !DILocation(line: 252, column: 12, scope: !846)
!857 = !DILocation(line: 252, column: 25, scope: !846)
!858 = !DILocation(line: 252, column: 19, scope: !846)
!859 = !DILocation(line: 252, column: 8, scope: !846)
!860 = !DILocation(line: 253, column: 1, scope: !846)
!861 = distinct !DISubprogram(name: "assembly", scope: !7, file: !7, line: 254, type: !16, scopeLine: 254, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!862 = !DILocation(line: 256, column: 3, scope: !861)
!863 = !{i64 8741}
!864 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !865)
!865 = distinct !DILocation(line: 257, column: 5, scope: !861)
!866 = !DILocation(line: 257, column: 3, scope: !861)
!867 = !DILocation(line: 257, column: 18, scope: !861)
!868 = !DILocation(line: 258, column: 1, scope: !861)
!869 = distinct !DISubprogram(name: "twoSteps", scope: !7, file: !7, line: 260, type: !16, scopeLine: 260, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!870 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !871)
!871 = distinct !DILocation(line: 263, column: 16, scope: !869)
!872 = !DILocation(line: 263, column: 31, scope: !869)
!873 = !DILocation(line: 263, column: 3, scope: !869)
!874 = !DILocation(line: 265, column: 3, scope: !869)
!875 = !DILocation(line: 266, column: 3, scope: !869)
!876 = !DILocation(line: 264, column: 40, scope: !869)
!877 = !DILocation(line: 264, column: 54, scope: !869)
!878 = !DILocation(line: 264, column: 61, scope: !869)
!879 = !DILocation(line: 264, column: 34, scope: !869)
!880 = !DILocation(line: 264, column: 5, scope: !869)
!881 = !DILocation(line: 264, column: 32, scope: !869)
!882 = !DILocation(line: 263, column: 39, scope: !869)
!883 = distinct !{!883, !873, !884, !60, !61}
!884 = !DILocation(line: 264, column: 74, scope: !869)
!885 = !DILocation(line: 273, column: 40, scope: !869)
!886 = !DILocation(line: 273, column: 18, scope: !869)
!887 = !DILocation(line: 273, column: 23, scope: !869)
!888 = !DILocation(line: 273, column: 3, scope: !869)
!889 = !DILocation(line: 273, column: 38, scope: !869)
!890 = !DILocation(line: 274, column: 1, scope: !869)
!891 = !DILocation(line: 267, column: 30, scope: !869)
!892 = !DILocation(line: 267, column: 40, scope: !869)
!893 = !DILocation(line: 267, column: 5, scope: !869)
!894 = !DILocation(line: 270, column: 5, scope: !869)
!895 = !DILocation(line: 271, column: 13, scope: !869)
!896 = distinct !{!896, !875, !897, !60, !61}
!897 = !DILocation(line: 272, column: 3, scope: !869)
!898 = !DILocation(line: 268, column: 7, scope: !869)
!899 = !DILocation(line: 267, column: 55, scope: !869)
!900 = distinct !{!900, !893, !901, !60, !61}
!901 = !DILocation(line: 269, column: 81, scope: !869)
!902 = !DILocation(line: 269, column: 32, scope: !869)
!903 = !DILocation(line: 269, column: 78, scope: !869)
!904 = !DILocation(line: 269, column: 51, scope: !869)
!905 = !DILocation(line: 269, column: 49, scope: !869)
!906 = !DILocation(line: 269, column: 9, scope: !869)
!907 = !DILocation(line: 269, column: 30, scope: !869)
!908 = !DILocation(line: 268, column: 57, scope: !869)
!909 = !DILocation(line: 268, column: 42, scope: !869)
!910 = distinct !{!910, !898, !901, !60, !61}
!911 = distinct !DISubprogram(name: "shifted", scope: !7, file: !7, line: 276, type: !16, scopeLine: 276, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!912 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !913)
!913 = distinct !DILocation(line: 277, column: 11, scope: !911)
!914 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !915)
!915 = distinct !DILocation(line: 277, column: 24, scope: !911)
!916 = !DILocation(line: 277, column: 22, scope: !911)
!917 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !918)
!918 = distinct !DILocation(line: 277, column: 37, scope: !911)
!919 = !DILocation(line: 277, column: 35, scope: !911)
!920 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !921)
!921 = distinct !DILocation(line: 278, column: 11, scope: !911)
!922 = !DILocation(line: 80, column: 27, scope: !67, inlinedAt: !923)
!923 = distinct !DILocation(line: 278, column: 24, scope: !911)
!924 = !DILocation(line: 278, column: 22, scope: !911)
!925 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !926)
!926 = distinct !DILocation(line: 278, column: 37, scope: !911)
!927 = !DILocation(line: 278, column: 35, scope: !911)
!928 = !DILocation(line: 280, column: 3, scope: !911)
!929 = !DILocation(line: 284, column: 9, scope: !911)
!930 = !DILocation(line: 284, column: 17, scope: !911)
!931 = !DILocation(line: 284, column: 3, scope: !911)
!932 = !DILocation(line: 284, column: 22, scope: !911)
!933 = !DILocation(line: 285, column: 1, scope: !911)
!934 = !DILocation(line: 281, column: 34, scope: !911)
!935 = !DILocation(line: 281, column: 32, scope: !911)
!936 = !DILocation(line: 281, column: 22, scope: !911)
!937 = !DILocation(line: 282, column: 17, scope: !911)
!938 = !DILocation(line: 282, column: 25, scope: !911)
!939 = !DILocation(line: 282, column: 29, scope: !911)
!940 = !DILocation(line: 282, column: 12, scope: !911)
!941 = !DILocation(line: 282, column: 9, scope: !911)
!942 = !DILocation(line: 280, column: 27, scope: !911)
!943 = !DILocation(line: 280, column: 21, scope: !911)
!944 = distinct !{!944, !928, !945, !60, !61}
!945 = !DILocation(line: 283, column: 3, scope: !911)
!946 = distinct !DISubprogram(name: "rowGather", scope: !7, file: !7, line: 287, type: !16, scopeLine: 287, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!947 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !948)
!948 = distinct !DILocation(line: 288, column: 11, scope: !946)
!949 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !950)
!950 = distinct !DILocation(line: 288, column: 24, scope: !946)
!951 = !DILocation(line: 288, column: 22, scope: !946)
!952 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !953)
!953 = distinct !DILocation(line: 288, column: 37, scope: !946)
!954 = !DILocation(line: 288, column: 35, scope: !946)
!955 = !DILocation(line: 67, column: 27, scope: !64, inlinedAt: !956)
!956 = distinct !DILocation(line: 289, column: 11, scope: !946)
!957 = !DILocation(line: 80, column: 27, scope: !67, inlinedAt: !958)
!958 = distinct !DILocation(line: 289, column: 24, scope: !946)
!959 = !DILocation(line: 289, column: 22, scope: !946)
!960 = !DILocation(line: 54, column: 27, scope: !71, inlinedAt: !961)
!961 = distinct !DILocation(line: 289, column: 37, scope: !946)
!962 = !DILocation(line: 289, column: 35, scope: !946)
!963 = !DILocation(line: 290, column: 27, scope: !946)
!964 = !DILocation(line: 290, column: 35, scope: !946)
!965 = !DILocation(line: 290, column: 43, scope: !946)
!966 = !DILocation(line: 290, column: 24, scope: !946)
!967 = !DILocation(line: 290, column: 9, scope: !946)
!968 = !DILocation(line: 290, column: 17, scope: !946)
!969 = !DILocation(line: 290, column: 3, scope: !946)
!970 = !DILocation(line: 290, column: 22, scope: !946)
!971 = !DILocation(line: 291, column: 1, scope: !946)
!972 = distinct !DISubprogram(name: "wrapped", scope: !7, file: !7, line: 293, type: !16, scopeLine: 293, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!973 = !DILocation(line: 66, column: 27, scope: !19, inlinedAt: !974)
!974 = distinct !DILocation(line: 294, column: 11, scope: !972)
!975 = !DILocation(line: 79, column: 27, scope: !23, inlinedAt: !976)
!976 = distinct !DILocation(line: 294, column: 24, scope: !972)
!977 = !DILocation(line: 294, column: 22, scope: !972)
!978 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !979)
!979 = distinct !DILocation(line: 294, column: 37, scope: !972)
!980 = !DILocation(line: 294, column: 35, scope: !972)
!981 = !DILocation(line: 295, column: 33, scope: !972)
!982 = !DILocation(line: 295, column: 17, scope: !972)
!983 = !DILocation(line: 295, column: 12, scope: !972)
!984 = !DILocation(line: 295, column: 24, scope: !972)
!985 = !DILocation(line: 295, column: 22, scope: !972)
!986 = !DILocation(line: 295, column: 3, scope: !972)
!987 = !DILocation(line: 295, column: 10, scope: !972)
!988 = !DILocation(line: 296, column: 1, scope: !972)
!989 = distinct !DISubprogram(name: "taps", scope: !7, file: !7, line: 298, type: !16, scopeLine: 298, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
!990 = !DILocation(line: 53, column: 27, scope: !27, inlinedAt: !991)
!991 = distinct !DILocation(line: 300, column: 27, scope: !989)
!992 = !DILocation(line: 300, column: 24, scope: !989)
!993 = !DILocation(line: 300, column: 3, scope: !989)
!994 = !DILocation(line: 300, column: 22, scope: !989)
!995 = !DILocation(line: 301, column: 3, scope: !989)
!996 = !DILocation(line: 303, column: 3, scope: !989)
!997 = !DILocation(line: 305, column: 3, scope: !989)
!998 = !DILocation(line: 305, column: 20, scope: !989)
!999 = !DILocation(line: 306, column: 1, scope: !989)
!1000 = !DILocation(line: 304, column: 30, scope: !989)
!1001 = !DILocation(line: 304, column: 12, scope: !989)
!1002 = !DILocation(line: 304, column: 35, scope: !989)
!1003 = !DILocation(line: 304, column: 9, scope: !989)
!1004 = !DILocation(line: 303, column: 27, scope: !989)
!1005 = !DILocation(line: 303, column: 21, scope: !989)
!1006 = distinct !{!1006, !996, !1007, !60, !61}
!1007 = !DILocation(line: 304, column: 37, scope: !989)
